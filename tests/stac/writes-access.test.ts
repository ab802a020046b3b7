import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../support/accounts.ts';
import type { Answer, CallOptions } from '../support/call.ts';
import {
  type WriteService,
  collectionJson,
  featureCollection,
  looseItem,
  startWriteService,
  writerOf,
} from './writes-fixture.ts';

let swath: WriteService;
let writer: Awaited<ReturnType<typeof writerOf>>;
beforeAll(async () => {
  swath = await startWriteService();
  for (const id of ['granted', 'hidden']) {
    await swath.collection(id);
    await swath.send('POST', `/collections/${id}/items`, { json: looseItem('one') });
  }
  writer = await writerOf(swath, ['search', 'catalog:write'], ['granted', 'granted too']);
});
afterAll(() => swath.stop());

type Write = readonly [method: string, path: (collection: string) => string, json: (collection: string) => unknown];

/** One of each kind of write that names its collection in the path. */
const writes: readonly Write[] = [
  ['PUT', (id) => `/collections/${id}`, (id) => collectionJson(id)],
  ['PATCH', (id) => `/collections/${id}`, () => ({ title: 'x' })],
  ['POST', (id) => `/collections/${id}/items`, () => looseItem('two')],
  ['POST', (id) => `/collections/${id}/items?upsert=true`, () => featureCollection([looseItem('two')])],
  ['PUT', (id) => `/collections/${id}/items/one`, () => looseItem('one', { properties: { n: 1 } })],
  ['PUT', (id) => `/collections/${id}/items/two?upsert=true`, () => looseItem('two')],
  ['PATCH', (id) => `/collections/${id}/items/one`, () => ({ properties: { n: 2 } })],
  ['DELETE', (id) => `/collections/${id}/items/one`, () => undefined],
  ['DELETE', (id) => `/collections/${id}/items?all=true`, () => undefined],
  ['DELETE', (id) => `/collections/${id}`, () => undefined],
];

const run = ([method, path, json]: Write, collection: string, options: CallOptions) =>
  swath.send(method, path(collection), { ...options, json: json(collection) });

/** Everything that a caller can tell two answers apart by, but the request's id. */
function seen({ status, headers, json }: Answer) {
  const { request_id: _id, ...body } = json();
  return { status, body, etag: headers.get('etag'), location: headers.get('location') };
}

describe('the permission catalog:write', () => {
  test('401 for nobody, 403 without it, for tokens and for keys', async () => {
    const reader = await writerOf(swath, ['search']);
    for (const write of [...writes, ['POST', () => '/collections', (id: string) => collectionJson(id)] as Write]) {
      const nobody = await run(write, 'granted', { token: 'none' });
      expect(nobody.status, `with ${write[0]}`).toBe(401);
      for (const credential of [{ token: reader.token }, { key: reader.key }]) {
        const answer = await run(write, 'granted', credential);
        expect([answer.status, answer.json()['code']], `with ${write[0]}`).toEqual([403, 'forbidden']);
      }
    }
    expect((await swath.item('granted', 'one'))?.text).not.toContain('"n"');
  });

  test('a key of a writer writes, unless it was asked for with less', async () => {
    const json = looseItem('by key');
    const less = await createKey(swath.url, writer.token, { permissions: ['search'] });
    const refused = await swath.send('POST', '/collections/granted/items', { key: less.api_key, json });
    expect(refused.status).toBe(403);
    expect((await swath.send('POST', '/collections/granted/items', { key: writer.key, json })).status).toBe(201);
    const gone = await swath.send('DELETE', '/collections/granted/items/by%20key', { key: writer.key });
    expect(gone.status).toBe(204);
  });

  test('403 comes before the body is read', async () => {
    const reader = await writerOf(swath, ['search']);
    const answer = await swath.send('POST', '/collections/granted/items', {
      token: reader.token,
      raw: '{',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(403);
  });
});

describe('collection grants', () => {
  test('a hidden collection cannot be told from one that does not exist, and stays as it was', async () => {
    for (const credential of [{ token: writer.token }, { key: writer.key }])
      for (const write of writes) {
        const [hidden, unknown] = [await run(write, 'hidden', credential), await run(write, 'unknown', credential)];
        expect(seen(hidden), `${write[0]} ${write[1]('hidden')}`).toEqual(seen(unknown));
        expect(hidden.status).toBe(404);
      }
    expect((await swath.item('hidden', 'one'))?.text).not.toContain('"n"');
    expect(await swath.item('hidden', 'two')).toBeNull();
  });

  test('403 for creating what was not granted, whether or not it exists: a conflict would tell', async () => {
    const create: Write = ['POST', () => '/collections', (id) => collectionJson(id)];
    const upsert: Write = ['POST', () => '/collections?upsert=true', (id) => collectionJson(id)];
    const put: Write = ['PUT', (id) => `/collections/${id}?upsert=true`, (id) => collectionJson(id)];
    for (const write of [create, upsert, put]) {
      const hidden = await run(write, 'hidden', { token: writer.token });
      expect(seen(hidden)).toEqual(seen(await run(write, 'unknown', { token: writer.token })));
      expect(hidden.status).toBe(403);
    }
    expect(await swath.service.catalog.getCollection('unknown', 'all')).toBeNull();
  });

  test('what was granted can be created, written and deleted', async () => {
    const as = { token: writer.token };
    expect((await swath.send('POST', '/collections', { ...as, json: collectionJson('granted too') })).status).toBe(201);
    const statuses: number[] = [];
    for (const write of writes.slice(0, -1)) statuses.push((await run(write, 'granted', as)).status);
    expect(statuses).toEqual([200, 200, 201, 200, 200, 200, 200, 204, 200]);
    expect((await swath.send('DELETE', '/collections/granted%20too', as)).status).toBe(204);
  });
});

describe('the mounts', () => {
  test.each(['/api/v1', '/discovery/v1'])('%s writes too, and answers with the addresses of the root', async (at) => {
    const id = `of${at.replaceAll('/', '-')}`;
    const created = await swath.send('POST', `${at}/collections`, { json: collectionJson(id) });
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      `${swath.service.config.baseUrl}/collections/${id}`,
    ]);
    expect((await swath.send('POST', `${at}/collections/${id}/items/`, { json: looseItem('one') })).status).toBe(201);
    expect((await swath.send('PATCH', `${at}/collections/${id}/items/one/`, { json: {} })).status).toBe(200);
    expect((await swath.send('DELETE', `${at}/collections/${id}/items/one`)).status).toBe(204);
    expect((await swath.send('DELETE', `${at}/collections/${id}`)).status).toBe(204);
  });
});
