import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresDialect } from '../../../server/src/adapters/postgres/catalog/search/dialect.ts';
import { type Query, queryOn } from '../../../server/src/adapters/postgres/catalog/database/query.ts';
import type { Filter } from '../../../server/src/catalog/filter.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { compileFilter } from '../../../server/src/catalog/match-filter.ts';
import { type SqlCondition, compileConditions } from '../../../server/src/catalog/plan/compile-sql.ts';
import { conjunctsOf } from '../../../server/src/catalog/plan/conjuncts.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { put, putCollections } from '../contract/fixtures.ts';
import { randomFilter } from '../random-filter.ts';
import { commonFilter, enriched } from '../sqlite/declared-filters.ts';
import { declared, randomItem } from '../sqlite/declared-items.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './server.ts';

const seed = 20_261_116;
const random = createRandom(seed);
const items = Array.from({ length: 60 }, (_, i) => randomItem(random, `i${i}`));
const ids = items.map(({ id }) => id);
const filters = Array.from({ length: 400 }, (_, i) => {
  const filter = i % 2 === 0 ? commonFilter(random, ids) : enriched(randomFilter(random, i % 4), random, ids);
  return i % 3 === 0 ? ({ kind: 'not', arg: filter } as const) : filter;
}).filter((filter) => !/"spatial"/.test(JSON.stringify(filter)));

function isTrue(filter: Filter | null): (item: Item) => boolean {
  if (filter === null) return () => true;
  const evaluate = compileFilter(filter);
  return ({ document }) => evaluate(document) === true;
}

describe.skipIf(whyNone !== null)(`filters as SQL of PostgreSQL${whySkipped}`, () => {
  const own = ownSchema();
  const client = new Client({
    connectionString: serverUrl || 'postgres://none',
    options: `-c search_path=${own.schema}`,
  });
  let query: Query;
  beforeAll(async () => {
    const names = declared.toSorted((a, b) => a.slot - b.slot).map(({ name }) => name);
    const { catalog } = await own.open({ declared: names });
    await putCollections(catalog, ...new Set(items.map(({ collection }) => collection)));
    await put(catalog, items);
    await client.connect();
    query = queryOn(client);
  });
  afterAll(async () => {
    await client.end();
    await own.drop();
  });

  async function found(condition: SqlCondition | null): Promise<(item: Item) => boolean> {
    if (condition === null) return () => true;
    const rows = await query<[string, string]>(
      `SELECT r.collection, r.id FROM catalog_items r WHERE ${condition.sql}`,
      condition.params,
    );
    const keys = new Set(rows.map(([collection, id]) => `${collection}/${id}`));
    return ({ collection, id }) => keys.has(`${collection}/${id}`);
  }

  test('SQL and the evaluator of what is left together find what the evaluator finds, and SQL alone is exact', async () => {
    const slots = (await query<[number, string]>('SELECT slot, name FROM catalog_declared')).map(([slot, name]) => ({
      slot,
      name,
      isReady: true,
    }));
    let matches = 0;
    let whole = 0;
    for (const filter of filters) {
      const { exact, residual, necessary } = compileConditions(
        filter,
        slots,
        'r',
        postgresDialect((slot) => `r.v${slot}`, null),
      );
      const left = new Set(residual === null ? [] : conjunctsOf(residual).map((one) => JSON.stringify(one)));
      const covered = conjunctsOf(filter).filter((one) => !left.has(JSON.stringify(one)));
      const [isExact, isNecessary] = [await found(exact), await found(necessary)];
      const [isMatch, isLeft, isCovered] = [isTrue(filter), isTrue(residual), isTrue({ kind: 'and', args: covered })];
      const wrong = items.filter(
        (item) =>
          isExact(item) !== isCovered(item) ||
          (isLeft(item) && !isNecessary(item)) ||
          (isExact(item) && isNecessary(item) && isLeft(item)) !== isMatch(item),
      );
      expect({ filter, exact, necessary, wrong: wrong.map(({ document }) => document) }).toMatchObject({ wrong: [] });
      matches += items.filter(isMatch).length;
      whole += Number(residual === null);
    }
    expect(matches).toBeGreaterThan(1_000);
    expect(whole).toBeGreaterThan(50);
  });
});
