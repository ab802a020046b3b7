import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookUpProperty } from '../../../server/src/adapters/sqlite/catalog/search/gather.ts';
import { createSnapshots } from '../../../server/src/adapters/sqlite/catalog/known/snapshot.ts';
import { createStatements } from '../../../server/src/adapters/sqlite/catalog/file/statements.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { parseCql2Text } from '../../../server/src/catalog/languages/cql2-text.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { indexableConditions } from '../../../server/src/catalog/plan/implied.ts';
import { testSeed } from '../../support/seeded-random.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';
import { declaredNames, manyItems } from './many-items.ts';

const seed = testSeed();
let store: LoadedStore;
beforeAll(async () => {
  store = await loadStore(manyItems(seed, 50, 300), { declared: declaredNames, readers: 1 });
});
afterAll(() => store.close());

function known(text: string) {
  const connection = connect(store.file, { readOnly: true });
  try {
    const prepare = createStatements(connection);
    const { declared, valueCounts, tables } = createSnapshots(prepare)();
    const [condition] = indexableConditions(parseCql2Text(text), declared);
    const { sql, params } = lookUpProperty(condition!, tables).condition;
    const [truth] = prepare(`SELECT count(*) FROM props p WHERE ${sql}`).get(...params) as [number];
    return { count: valueCounts(condition!), again: valueCounts(condition!), truth };
  } finally {
    connection.close();
  }
}

describe('how many items have a value', () => {
  test.each(["platform = 'workhorse'", "platform = 'größe'", "platform IN ('one', 'Zwei')"])('%s: exactly', (text) => {
    const { count, again, truth } = known(text);
    expect(truth).toBeGreaterThan(0);
    expect(count).toEqual({ least: truth, most: truth });
    expect(again).toBe(count);
  });

  test.each([
    'gsd <= 10',
    'gsd > 0.0005',
    'gsd = 10',
    'gsd BETWEEN 0.25 AND 1000',
    'gsd IN (0.3, 10)',
    'gsd < 99',
    'gsd >= 2000000000',
  ])('%s: between two numbers', (text) => {
    const { count, truth } = known(text);
    expect(count!.least).toBeLessThanOrEqual(truth);
    expect(count!.most).toBeGreaterThanOrEqual(truth);
  });

  test.each([
    "platform = 'never-flown'",
    "created = '2020-01-01T00:00:00Z'",
    "platform LIKE 'sentinel%'",
    'gsd > 1e300',
  ])('%s: nothing is known', (text) => expect(known(text).count).toBeNull());
});

test('an index is not gone through for a value that is known to be frequent', () => {
  const seen: string[] = [];
  const here = searchHere(store.file, { fewRows: 0, firstProbe: 4 }, (sql) => seen.push(sql));
  const countsOf = (filter: string) => {
    seen.length = 0;
    here.search(readSearchBody({ filter, 'filter-lang': 'cql2-text' }), 'all', () => false);
    return seen.filter((sql) => sql.startsWith('SELECT count(*) FROM (SELECT 1 FROM prop_rows')).length;
  };
  expect(countsOf("platform = 'workhorse'")).toBe(0);
  expect(countsOf("platform = 'never-flown'")).toBe(1);
  here.close();
});
