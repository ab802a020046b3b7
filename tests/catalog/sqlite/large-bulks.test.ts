import { expect, test } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { put } from '../contract/fixtures.ts';
import { bulkOf, indexOf, newItem, storeWith } from './bulk-stores.ts';
import { randomItem } from './random-writes.ts';
import { problemsOf } from './recount.ts';

const seed = testSeed();

test(`a large bulk leaves the rows that the same items written one by one leave (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const before = Array.from({ length: 40 }, () => randomItem(random));
  const bulk = bulkOf(random);
  const [slow, fast] = [await storeWith(before), await storeWith(before)];
  for (const item of bulk) await put(slow.catalog, [item], 'upsert');
  const outcomes = (await put(fast.catalog, bulk, 'upsert')).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'created').length).toBeGreaterThan(400);
  expect(outcomes.filter((outcome) => outcome === 'replaced').length).toBeGreaterThan(50);
  expect(problemsOf(fast.file)).toEqual([]);
  expect(indexOf(fast.file)).toEqual(indexOf(slow.file));
});

test(`a large bulk that fails at its end leaves nothing, and the next one is stored (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const before = Array.from({ length: 40 }, () => randomItem(random));
  const bulk = bulkOf(random);
  const { file, catalog } = await storeWith(before);
  const index = indexOf(file);
  const broken = { ...newItem(random, 'broken'), bytes: Buffer.from('{"type":"Feature"') };
  await expect(put(catalog, [...bulk, broken], 'upsert')).rejects.toThrow('JSON');
  expect(indexOf(file)).toEqual(index);
  const other = connect(file, { busyTimeoutMs: 5_000 });
  // The last table that is written to.
  other.exec(`CREATE TRIGGER broken BEFORE INSERT ON prop_rows BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  await expect(put(catalog, bulk, 'upsert')).rejects.toThrow('broken');
  other.exec('DROP TRIGGER broken');
  other.close();
  expect(indexOf(file)).toEqual(index);
  await put(catalog, bulk, 'upsert');
  expect(problemsOf(file)).toEqual([]);
  expect(indexOf(file)['props']!.length).toBeGreaterThan(index['props']!.length + 400);
});
