import { expect, test } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { itemJson, makeCollection, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const broken = (item: Item): Item => ({ ...item, bytes: Buffer.from('{"type":"Feature"') });

test('a write that fails midway leaves nothing, and costs the writes beside it nothing', async () => {
  const file = temporaryFile();
  const { catalog } = await open(file, ['n']);
  await putCollections(catalog, 'a');
  const outcomes = await Promise.allSettled([
    put(catalog, [makeItem('before', { properties: { n: 1 } })]),
    put(catalog, [makeItem('lost', { properties: { n: 2, only: true } }), broken(makeItem('worse'))]),
    put(catalog, [makeItem('before', { properties: { n: 3 } }), broken(makeItem('worse'))], 'upsert'),
    put(catalog, [makeItem('after', { properties: { n: 4 } })]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await catalog.getItem('a', 'lost', 'all')).toBeNull();
  const [statistics] = await catalog.statistics(null, 'all');
  expect([...statistics!.properties.keys()]).toEqual(['datetime', 'n']);
  expect(statistics!.properties.get('n')).toMatchObject({ count: 2, least: 1, greatest: 4 });
  expect(problemsOf(file)).toEqual([]);
});

test('a collection that was made by a write that failed does not exist', async () => {
  const file = temporaryFile();
  const { catalog } = await open(file);
  // The last thing that is written of a collection.
  const other = connect(file, { busyTimeoutMs: 5_000 });
  other.exec(`CREATE TRIGGER broken BEFORE INSERT ON collection_facts BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  await expect(catalog.putCollection(makeCollection('a'), 'insert', null)).rejects.toThrow('broken');
  other.exec('DROP TRIGGER broken');
  other.close();
  expect((await put(catalog, [makeItem('one')]))[0]!.outcome).toBe('no_collection');
  expect(problemsOf(file)).toEqual([]);
});

test('a load whose text ends too early stores nothing, though its first items are good', async () => {
  const file = temporaryFile();
  const { catalog } = await open(file);
  await putCollections(catalog, 'a');
  const good = JSON.stringify(itemJson('one'));
  const before = await catalog.version();
  for (const text of [
    `{"type":"FeatureCollection","features":[${good},${good.slice(0, -1)}`,
    `{"type":"FeatureCollection","features":[${good},{"a":1,"a":2}]}`,
    `{"type":"FeatureCollection","features":[${good}],"x":}`,
    `{"type":"FeatureCollection","features":[${good},{"a":[}]}]}`,
    `{"type":"FeatureCollection","features":[${good}] "features":[]}`,
  ])
    await expect(catalog.load(Buffer.from(text), 'a', 'upsert')).rejects.toMatchObject({ kind: 'unparsable_body' });
  expect(await catalog.getItem('a', 'one', 'all')).toBeNull();
  expect(await catalog.version()).toBe(before);
  expect(problemsOf(file)).toEqual([]);
});

test('every kind of refusal comes from the writer as it was thrown', async () => {
  const { catalog } = await open(temporaryFile());
  await putCollections(catalog, 'a');
  await expect(catalog.load(Buffer.from('[]'), 'a', 'insert')).rejects.toMatchObject({
    name: 'PlatformError',
    kind: 'invalid_parameters',
    detail: { reason: "'body' must be an Item or a FeatureCollection of items" },
  });
});

test('a body that is handed over is not copied', async () => {
  const { catalog } = await open(temporaryFile());
  await putCollections(catalog, 'a');
  const body = new Uint8Array(
    Buffer.from(JSON.stringify(itemJson('one', { properties: { text: 'x'.repeat(9_000) } }))),
  );
  await catalog.load(body, 'a', 'insert');
  expect(body.byteLength).toBe(0);
  expect(await catalog.getItem('a', 'one', 'all')).not.toBeNull();
});

test('after it was closed, a write is refused and a second close is harmless', async () => {
  const store = await open(temporaryFile());
  await store.close();
  await store.close();
  expect(store.isWritable()).toBe(false);
  await expect(putCollections(store.catalog, 'a')).rejects.toMatchObject({ kind: 'unavailable' });
});
