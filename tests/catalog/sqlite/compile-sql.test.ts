import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../../server/src/adapters/sqlite/driver.ts';
import { propertyReader } from '../../../server/src/catalog/evaluate/item-property.ts';
import type { Filter } from '../../../server/src/catalog/filter.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { compileFilter } from '../../../server/src/catalog/match-filter.ts';
import { areaFilter } from '../../../server/src/catalog/match-request.ts';
import { compileConditions } from '../../../server/src/catalog/plan/compile-sql.ts';
import { conjunctsOf } from '../../../server/src/catalog/plan/conjuncts.ts';
import {
  type SortRange,
  impliedBoxes,
  impliedCollections,
  impliedIds,
  impliedTimes,
  indexableConditions,
  takeArea,
} from '../../../server/src/catalog/plan/implied.ts';
import { compareSortValues, sortValueOf } from '../../../server/src/catalog/sort-value.ts';
import { boxesIntersect, plainBoxes } from '../../../server/src/geometry/box.ts';
import { type Random, createRandom } from '../../support/seeded-random.ts';
import { randomFilter } from '../random-filter.ts';
import { commonFilter, enriched, nameFilter, spaceFilter, timeFilter } from './declared-filters.ts';
import { declared, randomItem } from './declared-items.ts';
import { rowsOf, verdictsOf } from './filtered-rows.ts';

const seed = 20_260_801;
const itemCount = 60;
const filterCount = 1_600;

const random = createRandom(seed);
const items = Array.from({ length: itemCount }, (_, i) => randomItem(random, `i${i}`));
const ids = items.map(({ id }) => id);
const spatial = /"spatial"/;
const filters = Array.from({ length: filterCount }, (_, i) => {
  const filter = i % 2 === 0 ? commonFilter(random, ids) : enriched(randomFilter(random, i % 4), random, ids);
  return i % 3 === 0 ? ({ kind: 'not', arg: filter } as const) : filter;
}).filter((filter, i) => i % 4 === 0 || !spatial.test(JSON.stringify(filter)));

let rows: Connection;
beforeAll(() => void (rows = rowsOf(items, declared)));
afterAll(() => rows.close());

type Predicate = (item: Item) => boolean;

const known = new Map<string, ReadonlySet<Item>>();

/** Asks the evaluator once for each filter: relations in space are dear. */
function isTrue(filter: Filter | null): Predicate {
  if (filter === null) return () => true;
  const text = JSON.stringify(filter);
  let found = known.get(text);
  if (found === undefined) {
    const evaluate = compileFilter(filter);
    found = new Set(items.filter(({ document }) => evaluate(document) === true));
    known.set(text, found);
  }
  return (item) => found.has(item);
}

/** What is wrong, in few lines; nothing when nothing is. */
const reported = (wrong: readonly unknown[], about: unknown): string =>
  wrong.length === 0 ? '' : [about, ...wrong.slice(0, 3)].map((each) => JSON.stringify(each)).join('\n');

/** Every item that the filter is true of must be as it says; gives the number of those. */
function expectAll(filter: Filter, says: Predicate): number {
  const found = items.filter(isTrue(filter));
  const others = found.filter((item) => !says(item)).map(({ document }) => document);
  expect(reported(others, filter)).toBe('');
  return found.length;
}

const mentions = (filter: Filter, kinds: RegExp): boolean => kinds.test(JSON.stringify(filter));
const isOfDeclared = (filter: Filter): boolean => !mentions(filter, /"(?:spatial|arrays)"|"(?:AND|größe|geometry)"/);

describe('random filters over items of all types', () => {
  test('SQL and the evaluator of what is left together find what the evaluator finds, and SQL alone is exact', () => {
    let found = 0;
    for (const filter of filters) {
      const { exact, residual, necessary } = compileConditions(filter, declared, 'r');
      const left = new Set(residual === null ? [] : conjunctsOf(residual).map((one) => JSON.stringify(one)));
      const covered = conjunctsOf(filter).filter((one) => !left.has(JSON.stringify(one)));
      const [isExact, isNecessary] = [verdictsOf(rows, exact), verdictsOf(rows, necessary)];
      const [isMatch, isLeft, isCovered] = [isTrue(filter), isTrue(residual), isTrue({ kind: 'and', args: covered })];
      const wrong = items.flatMap((item, pk) => {
        const problems = [
          isExact(pk) !== isCovered(item) && 'exact',
          isLeft(item) && !isNecessary(pk) && 'necessary',
          (isExact(pk) && isNecessary(pk) && isLeft(item)) !== isMatch(item) && 'together',
        ].filter((problem) => problem !== false);
        if (isMatch(item)) found++;
        return problems.length === 0 ? [] : [{ problems, of: item.document }];
      });
      expect(reported(wrong, { filter, exact, necessary })).toBe('');
    }
    expect(found).toBeGreaterThan(5_000);
  });

  test('most filters over declared properties need no document', () => {
    const own = filters.filter(isOfDeclared);
    const whole = own.filter((filter) => compileConditions(filter, declared, 'r').residual === null);
    expect(own.length).toBeGreaterThan(600);
    expect(whole.length / own.length).toBeGreaterThan(0.6);
  });

  test('a property that is not ready yet is left to the evaluator', () => {
    const unready = declared.map((each) => ({ ...each, isReady: false }));
    const filter: Filter = {
      kind: 'compare',
      op: '=',
      left: { kind: 'property', name: 'a' },
      right: { kind: 'literal', value: 7 },
    };
    expect(compileConditions(filter, unready, 'r')).toEqual({ exact: null, residual: filter, necessary: null });
    expect(indexableConditions(filter, unready)).toEqual([]);
  });
});

const some = (make: (random: Random) => Filter, count: number): readonly Filter[] => {
  const own = createRandom(seed + 1);
  return Array.from({ length: count }, (_, i) => {
    const parts = Array.from({ length: 1 + (i % 2) }, () => make(own));
    const joined: Filter = { kind: own.pick(['and', 'or'] as const), args: parts };
    return own.chance(0.25) ? { kind: 'not', arg: joined } : joined;
  });
};

/** Says of how many filters it was that they imply something and find something. */
const telling = (given: readonly Filter[], implied: (filter: Filter) => Predicate | null): number =>
  given.filter((filter) => {
    const says = implied(filter);
    return says !== null && expectAll(filter, says) > 0;
  }).length;

const ofNames = (own: Random): Filter => nameFilter(own, ids);

describe('what a filter implies holds of every item that it is true of', () => {
  test('times', () => {
    const said = telling([...filters, ...some(timeFilter, 500)], (filter) => {
      const times = impliedTimes(filter);
      return (
        times &&
        (({ dt }) => dt !== null && (times.from === null || dt >= times.from) && (times.to === null || dt <= times.to))
      );
    });
    expect(said).toBeGreaterThan(50);
  });

  test('boxes', () => {
    const said = telling([...filters, ...some(spaceFilter, 60)], (filter) => {
      const boxes = impliedBoxes(filter);
      return (
        boxes &&
        (({ bbox }) =>
          bbox !== null && plainBoxes(bbox).some((box) => boxes.some((other) => boxesIntersect(box, other))))
      );
    });
    expect(said).toBeGreaterThan(12);
  });

  test('collections and ids', () => {
    const said = telling([...filters, ...some(ofNames, 200)], (filter) => {
      const [collections, names] = [impliedCollections(filter), impliedIds(filter)];
      if (collections === null && names === null) return null;
      return ({ id, collection }) => (collections?.includes(collection) ?? true) && (names?.includes(id) ?? true);
    });
    expect(said).toBeGreaterThan(50);
  });

  test('ranges of sort values of declared properties', () => {
    const said = telling(filters, (filter) => {
      const conditions = indexableConditions(filter, declared).map(({ slot, ranges }) => {
        const read = propertyReader(declared[slot]!.name);
        return ({ document }: Item) => {
          const value = sortValueOf(read(document));
          return value !== null && ranges.some((range) => isWithin(value, range));
        };
      });
      return conditions.length === 0 ? null : (item) => conditions.every((says) => says(item));
    });
    expect(said).toBeGreaterThan(100);
  });

  test('an area taken out of a filter, with the rest, is the filter', () => {
    const taken = [...filters, ...some(spaceFilter, 100)].filter((filter) => {
      const parts = takeArea(filter);
      if (parts === null) return false;
      const [isMatch, isRest] = [isTrue(filter), isTrue(parts.rest)];
      const hits = compileFilter(areaFilter(parts.area));
      const wrong = items.filter(
        (item) => (hits({ geometry: item.geometry }) === true && isRest(item)) !== isMatch(item),
      );
      expect(
        reported(
          wrong.map(({ document }) => document),
          filter,
        ),
      ).toBe('');
      return true;
    });
    expect(taken.length).toBeGreaterThan(15);
  });
});

const ascending = { field: '', isDescending: false };

function isWithin(value: number | string, { low, isLowIn, high, isHighIn }: SortRange): boolean {
  const above = low === null ? 1 : compareSortValues(value, low, ascending);
  const below = high === null ? -1 : compareSortValues(value, high, ascending);
  return (above > 0 || (above === 0 && isLowIn)) && (below < 0 || (below === 0 && isHighIn));
}
