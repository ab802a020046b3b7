import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WriteService, collectionJson, itemPath, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
let home: string;
beforeAll(async () => {
  swath = await startWriteService();
  home = await swath.collection();
  await swath.send('POST', `/collections/${home}/items`, { json: looseItem('one') });
});
afterAll(() => swath.stop());

const minimal = { prefer: 'respond-async, return=minimal' };

test.each(['PUT', 'PATCH'])('%s of an item, 204 and its ETag to who prefers no document back', async (method) => {
  const json = method === 'PUT' ? looseItem('one', { properties: { n: 1 } }) : { properties: { n: 2 } };
  const answer = await swath.send(method, itemPath(home, 'one'), { json, headers: minimal });
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
  expect(answer.headers.get('preference-applied')).toBe('return=minimal');
  const stored = await swath.send('GET', itemPath(home, 'one'));
  expect(stored.headers.get('etag')).toBe(answer.headers.get('etag'));
  expect(stored.json()).toMatchObject({ properties: { n: method === 'PUT' ? 1 : 2 } });
});

test('PUT of a collection, 204', async () => {
  const json = collectionJson(home, { title: 'Another' });
  const answer = await swath.send('PUT', `/collections/${home}`, { json, headers: minimal });
  expect([answer.status, answer.text]).toEqual([204, '']);
});

test('what is new is shown all the same, and so is what is changed under other preferences', async () => {
  const made = await swath.send('POST', `/collections/${home}/items`, { json: looseItem('two'), headers: minimal });
  expect([made.status, made.json()['id']]).toEqual([201, 'two']);
  const upserted = await swath.send('PUT', `${itemPath(home, 'three')}?upsert=true`, {
    json: looseItem('three'),
    headers: minimal,
  });
  expect([upserted.status, upserted.json()['id']]).toEqual([201, 'three']);
  for (const prefer of ['return=representation', 'return=minimalist', 'x-return=minimal', '']) {
    const put = await swath.send('PUT', itemPath(home, 'two'), { json: looseItem('two'), headers: { prefer } });
    expect([prefer, put.status]).toEqual([prefer, 200]);
  }
});
