import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken } from '../../support/accounts.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { type TestService, startService } from '../../support/start-service.ts';
import { isOver, jobsAt } from '../../ingest/job-support.ts';
import { type Json, item, ndjson, temporaryFolder } from '../../ingest/support.ts';

const root = temporaryFolder();
let swath: TestService;
let token: string;

beforeAll(async () => {
  swath = await startService({ SWATH_SEARCH_THREADS: '1', SWATH_INGEST_ROOTS: root });
  token = await adminToken(swath);
  for (const [id, more] of [
    ['strict', { 'swath:validate': 'full' }],
    ['plain', {}],
  ] as const)
    await ask('POST', '/collections', { json: { ...collection(id), ...more } });
});
afterAll(() => swath.stop());

const ask = (method: string, path: string, options: CallOptions = {}) =>
  call(swath.url, method, path, { token, ...options });

const collection = (id: string): Json => ({
  type: 'Collection',
  stac_version: '1.1.0',
  id,
  description: id,
  license: 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
});

const good = (id: string, more: Json = {}): Json =>
  item(id, {
    stac_version: '1.1.0',
    bbox: [8, 47, 8, 47],
    geometry: { type: 'Point', coordinates: [8, 47] },
    properties: { datetime: '2026-05-01T10:00:00Z', ...more },
  });

const cloudy = { 'eo:cloud_cover': '7' };
const member = /properties\.eo:cloud_cover.* must be a number from 0 to 100/;

describe('a collection whose swath:validate is full', () => {
  test('POST of an item: 400 names the member that is wrong; a good one is 201', async () => {
    const bad = await ask('POST', '/collections/strict/items', { json: good('a', cloudy) });
    expect([bad.status, bad.text]).toEqual([400, expect.stringMatching(member)]);
    expect((await ask('POST', '/collections/strict/items', { json: good('a') })).status).toBe(201);
  });

  test('POST of many: the bad one is told, the good one stored', async () => {
    const json = { type: 'FeatureCollection', features: [good('b'), good('c', cloudy)] };
    const answer = await ask('POST', '/collections/strict/items', { json });
    expect([answer.status, answer.text]).toEqual([207, expect.stringMatching(member)]);
    expect((await ask('GET', '/collections/strict/items/b')).status).toBe(200);
    expect((await ask('GET', '/collections/strict/items/c')).status).toBe(404);
  });

  test('PUT and PATCH: 400 names the member; what is good is stored', async () => {
    await ask('PUT', '/collections/strict/items/d?upsert=true', { json: good('d') });
    await ask('POST', '/collections/strict/items', { json: good('d') });
    const put = await ask('PUT', '/collections/strict/items/d', { json: good('d', cloudy) });
    const patch = await ask('PATCH', '/collections/strict/items/d', { json: { properties: cloudy } });
    for (const { status, text } of [put, patch]) expect([status, text]).toEqual([400, expect.stringMatching(member)]);
    const fine = { properties: { 'eo:cloud_cover': 7 } };
    expect((await ask('PATCH', '/collections/strict/items/d', { json: fine })).status).toBe(200);
    const read = (await ask('GET', '/collections/strict/items/d')).json();
    expect((await ask('PUT', '/collections/strict/items/d', { json: read })).status).toBe(200);
  });

  test('an ingest rejects what it does not take, whatever the job asks for', async () => {
    const source = join(root, 'items.ndjson');
    writeFileSync(source, ndjson([good('e'), good('f', cloudy)]));
    const jobs = jobsAt(swath.url, token);
    const { id } = await jobs.start({ source, collection: 'strict', validate: 'basic' });
    expect(await jobs.until(id, isOver)).toMatchObject({ state: 'succeeded', tally: { created: 1, rejected: 1 } });
    expect(await jobs.rejects(id)).toEqual([
      expect.objectContaining({ id: 'f', reason: expect.stringMatching(member) as string }),
    ]);
  });

  test('switched off again it takes everything', async () => {
    expect((await ask('PATCH', '/collections/strict', { json: { 'swath:validate': null } })).status).toBe(200);
    expect((await ask('POST', '/collections/strict/items', { json: good('g', cloudy) })).status).toBe(201);
    expect((await ask('PATCH', '/collections/strict', { json: { 'swath:validate': 'full' } })).status).toBe(200);
  });

  test('a rule that nobody knows is 400', async () => {
    const answer = await ask('PATCH', '/collections/strict', { json: { 'swath:validate': 'very' } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('swath:validate')]);
  });
});

test('a collection that says nothing takes a text for a cloud cover', async () => {
  expect((await ask('POST', '/collections/plain/items', { json: good('a', cloudy) })).status).toBe(201);
  expect((await ask('PUT', '/collections/plain/items/a', { json: good('a', { 'eo:cloud_cover': '8' }) })).status).toBe(
    200,
  );
});
