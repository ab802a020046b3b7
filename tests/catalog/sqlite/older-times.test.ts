import { expect, test } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { unpackTime } from '../../../server/src/catalog/plan/packed-time.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { testSeed } from '../../support/seeded-random.ts';
import { fill, makeItem, put } from '../contract/fixtures.ts';
import { truthOf } from './compare-pages.ts';
import { withoutFreshTables } from './fresh-limits.ts';
import { declaredNames, manyItems } from './many-items.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();
const tables = {
  items: ['dt', 'start', 'finish'],
  entries: ['dt', 'start', 'finish'],
  props: ['dt'],
  words: ['dt'],
  stream_facts: ['oldest', 'newest'],
};

/** As releases left it that held times as their keys. */
function unpackAll(file: string): void {
  const connection = connect(file);
  connection.exec(withoutFreshTables);
  connection.function('unpacked', { deterministic: true }, (packed: string | null) => packed && unpackTime(packed));
  for (const [table, columns] of Object.entries(tables))
    connection.exec(`UPDATE ${table} SET ${columns.map((column) => `${column} = unpacked(${column})`).join(', ')}`);
  connection.exec('ALTER TABLE stream_facts RENAME TO stream_stats; DELETE FROM schema_version WHERE version >= 7');
  connection.close();
}

/** Of the index: some of these items are wider than what collections show. */
const problemsIn = (file: string) => problemsOf(file).filter((problem) => !problem.includes(': does not show '));

const lengthsOf = (file: string): unknown => {
  const connection = connect(file, { readOnly: true });
  const found = connection.prepare('SELECT max(length(dt)) AS items FROM items').get();
  connection.close();
  return found;
};

test(`an older catalogue, whose times take two to three times as long, is searched as before (seed ${seed})`, async () => {
  const items = manyItems(seed, 300, 300);
  const file = temporaryFile();
  const before = await open(file, declaredNames);
  await fill(before.catalog, items);
  await before.close();
  unpackAll(file);
  expect(lengthsOf(file)).toEqual({ items: 29 });

  const told: unknown[] = [];
  const log = { info: (...said: unknown[]) => void told.push(said), warn: () => {}, error: () => {} };
  const after = await open(file, declaredNames, { log });
  expect(told).toEqual([[expect.stringContaining('a minute for a million items')]]);
  expect(lengthsOf(file)).toEqual({ items: 12 });
  // What searches and writes of earlier releases ask: a process of theirs that has the file open fails at it.
  expect(() => connect(file).prepare('SELECT items FROM stream_stats')).toThrow('no such table');
  expect(problemsIn(file)).toEqual([]);
  const bodies = [
    {},
    { sortby: '+datetime' },
    { sortby: '-eo:cloud_cover' },
    { datetime: '2019-06-01T00:00:00Z/2021-02-03T04:05:06Z' },
    { filter: "datetime > TIMESTAMP('2020-02-29T12:00:00.5Z')" },
    { q: 'one OR two' },
  ];
  for (const body of bodies) {
    const request = readSearchBody({ ...body, limit: 1_000 });
    const { found } = await after.catalog.search(request, 'all');
    const keys = found.map(({ collection, id }) => `${collection}/${id}`);
    expect(keys).toEqual(truthOf(items, body, 'all').rows.map(({ key }) => key));
  }
  await put(after.catalog, [makeItem('later', { collection: items[0]!.collection })]);
  expect(problemsIn(file)).toEqual([]);
});
