import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { call } from '../abuse/support/call.ts';
import { itemJson, square } from '../catalog/contract/fixtures.ts';
import { collectionJson } from '../stac/writes-fixture.ts';
import { freshFolder } from './swath-in-process.ts';
import { type Serving, adminEnv, signIn, spawnSwath, startServing, stopLeftovers } from './swath-process.ts';

// As processes: a connection of this one would keep the catalogue from being anybody's alone.
const folder = freshFolder();
const file = join(folder, 'catalog.db');
const env = { ...adminEnv, SWATH_DATA: folder };
afterAll(() => {
  stopLeftovers();
  rmSync(folder, { recursive: true, force: true });
});

const paths = [
  '/collections',
  '/queryables',
  '/search?limit=100',
  '/search?q=meadow',
  '/search?bbox=10,10,11,11',
  '/search?filter=eo:cloud_cover%3C5&sortby=-properties.gsd',
  '/aggregate?aggregations=total_count,collection_frequency',
];

const bearerFor = async ({ url }: Serving) =>
  (await signIn(url, adminEnv['SWATH_ADMIN_EMAIL']!, adminEnv['SWATH_ADMIN_PASSWORD']!)).token;

/** All that the service shows of its catalogue. */
async function shown(running: Serving): Promise<readonly string[]> {
  const bearer = await bearerFor(running);
  const answers = await Promise.all(paths.map((path) => call(running.url, path, { bearer })));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return answers.map(({ text }) =>
    text.replaceAll(/http:\/\/localhost:\d+/g, '').replaceAll(/"timestamp":"[^"]*"/gi, ''),
  );
}

function damage(text: string): void {
  const connection = connect(file);
  connection.exec(text);
  connection.close();
}

let before: readonly string[];
beforeAll(async () => {
  const running = await startServing(env);
  const bearer = await bearerFor(running);
  const send = (method: string, path: string, body?: unknown) => call(running.url, path, { method, bearer, body });
  for (const id of ['a', 'b']) await send('POST', '/collections', collectionJson(id));
  for (const collection of ['a', 'b']) {
    const features = Array.from({ length: 30 }, (_, i) =>
      itemJson(`${collection}-${i}`, {
        collection,
        geometry: square(i, 10),
        properties: { title: i % 2 === 0 ? 'a meadow' : 'a lake', 'eo:cloud_cover': i % 10, gsd: (i % 29) / 10 },
      }),
    );
    await send('POST', `/collections/${collection}/items`, { type: 'FeatureCollection', features });
  }
  // Neither has an extreme value: bounds that are wider than need be would become narrower.
  for (const path of ['/collections/a/items/a-1', '/collections/b/items/b-29']) await send('DELETE', path);
  before = await shown(running);
  await running.stop();
});

test('swath reindex builds the catalogue anew from its documents: it shows the same, and arrivals go on where they were', async () => {
  damage(
    'DELETE FROM entries; DELETE FROM prop_rows; DELETE FROM rollups; DELETE FROM stream_facts; DELETE FROM word_rows; DELETE FROM property_stats',
  );
  const { code, stdout, stderr } = await spawnSwath(['reindex', '--json'], env);
  expect([code, stderr]).toEqual([0, expect.stringContaining('holds what it held')]);
  expect(JSON.parse(stdout)).toMatchObject({ collections: 2, items: 58 });
  expect(readdirSync(folder).filter((name) => name.includes('reindexed'))).toEqual([]);
  const running = await startServing(env);
  expect(await shown(running)).toEqual(before);
  const health = await call(running.url, '/admin/health', { bearer: await bearerFor(running) });
  expect(health.json).toMatchObject({ catalogue: { arrivals: 60 } });
  const beside = await spawnSwath(['reindex'], env);
  expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining('is in use by another running service')]);
  await running.stop();
});

test('a document that this release does not take leaves everything as it is', async () => {
  damage(
    `UPDATE documents SET document = CAST('{"type":"Feature","id":"a-2","collection":"a","links":[]}' AS BLOB) WHERE id = 'a-2'`,
  );
  const { code, stderr } = await spawnSwath(['reindex'], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('a/a-2 is not one that this release takes')]);
  expect(existsSync(`${file}.reindexed`)).toBe(false);
  expect((await spawnSwath(['reindex'], { SWATH_DATA: join(folder, 'none') })).code).toBe(1);
});
