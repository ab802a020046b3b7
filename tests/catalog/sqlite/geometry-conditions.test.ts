import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../../server/src/adapters/sqlite/driver.ts';
import { type Expression, type Filter, comparisonOps, spatialOps } from '../../../server/src/catalog/filter.ts';
import { compileFilter } from '../../../server/src/catalog/match-filter.ts';
import { compileConditions } from '../../../server/src/catalog/plan/compile-sql.ts';
import { impliedBoxes, takeArea } from '../../../server/src/catalog/plan/implied.ts';
import { grownBox } from '../../../server/src/catalog/plan/grown-box.ts';
import { boxesIntersect, plainBoxes } from '../../../server/src/geometry/box.ts';
import { geodesicDistanceM } from '../../../server/src/geometry/geodesic.ts';
import { type Random, createRandom } from '../../support/seeded-random.ts';
import { declared, numbers, randomItem, texts } from './declared-items.ts';
import { rowsOf, verdictsOf } from './filtered-rows.ts';

const random = createRandom(20_261_116);
const items = Array.from({ length: 50 }, (_, i) => randomItem(random, `i${i}`));
let rows: Connection;
beforeAll(() => void (rows = rowsOf(items, declared)));
afterAll(() => rows.close());

const footprint: Expression = { kind: 'property', name: 'geometry' };
const call = (name: string, ...args: readonly Expression[]): Expression & Filter => ({ kind: 'call', name, args });
const literal = (value: string | number): Expression => ({ kind: 'literal', value });

function box(own: Random): Expression {
  const [x, y] = [own.below(24) - 12, own.below(24) - 12];
  return own.pick<Expression>([
    { kind: 'bbox', value: [x, y, x + own.below(9), y + own.below(9)] },
    { kind: 'bbox', value: [174 + own.below(6), y, -176, y + 8] },
    { kind: 'bbox', value: [170, y, 190, y + 8] },
    { kind: 'bbox', value: [x, y, -5, x + 8, y + 8, 5] },
    { kind: 'bbox', value: [-180, -90, 180, 90] },
    { kind: 'bbox', value: [1e-300, y, x + 12, y + 1] },
  ]);
}

function place(own: Random): Expression {
  const [x, y] = [own.below(30) - 15, own.below(30) - 15];
  return own.pick<Expression>([
    { kind: 'geometry', value: { type: 'Point', coordinates: [own.pick([x, 179, -179.5]), y] } },
    {
      kind: 'geometry',
      value: {
        type: 'LineString',
        coordinates: [
          [x, y],
          [x + 3, y + 4],
        ],
      },
    },
    {
      kind: 'geometry',
      value: {
        type: 'Polygon',
        coordinates: [
          [
            [x, y],
            [x + 4, y],
            [x + 4, y + 4],
            [x, y],
          ],
        ],
      },
    },
    { kind: 'geometry', value: { type: 'MultiPoint', coordinates: [] } },
    { kind: 'bbox', value: [x, y, x + 2, y + 2] },
  ]);
}

const swapped = (own: Random, pair: readonly Expression[]): readonly [Expression, Expression] =>
  (own.chance(0.8) ? pair : pair.toReversed()) as unknown as [Expression, Expression];

/** The conditions that ECQL and FES add to those of CQL2. */
function condition(own: Random): Filter {
  if (own.chance(0.5)) {
    const [left, right] = swapped(own, [call('envelope', footprint), own.chance(0.9) ? box(own) : place(own)]);
    return {
      kind: 'spatial',
      op: own.chance(0.8) ? own.pick(['intersects', 'disjoint'] as const) : own.pick(spatialOps),
      left,
      right,
    };
  }
  if (own.chance(0.7)) {
    const distance = call('Distance', ...swapped(own, [footprint, place(own)]));
    const [left, right] = swapped(own, [distance, literal(own.pick([0, 1_000, 100_000, 500_000, 1e6, 5e6, 2.5e7]))]);
    return { kind: 'compare', op: own.pick(comparisonOps), left, right };
  }
  const pattern = own.pick(['T********', 'FF*FF****', 'T*F**F***', '****T****', '*T*******', '212101212', 'T*']);
  return call('relate', ...swapped(own, [footprint, place(own)]), literal(pattern));
}

const filters = Array.from({ length: 160 }, (_, i): Filter => {
  const one = condition(random);
  if (i % 4 === 0) return { kind: 'not', arg: one };
  return i % 4 === 1 ? { kind: random.pick(['and', 'or'] as const), args: [one, condition(random)] } : one;
});

const names = ['trim', 'concat', 'substring', 'startswith', 'endswith', 'indexof', 'rint', 'min', 'tonumber'] as const;

/** A function of declared properties and constants, whatever their types. */
function ofScalars(own: Random): Filter {
  const name = own.pick([...names, 'dateformat', 'datedifference'] as const);
  const given = (): Expression =>
    own.chance(0.6)
      ? { kind: 'property', name: own.pick(['a', 'b', 'when', 'datetime', 'id']) }
      : literal(own.pick<string | number>([...texts, ...numbers]));
  const count = name === 'trim' || name === 'rint' || name === 'tonumber' ? 1 : name === 'substring' ? 3 : 2;
  const args = Array.from({ length: count }, given);
  if (name === 'dateformat') args[0] = literal(own.pick(['yyyy-MM-dd', 'HH:mm']));
  const right = own.chance(0.8) ? literal(own.pick<string | number>([...texts, ...numbers, '2020-06-15'])) : given();
  if (name === 'startswith' || name === 'endswith') return call(name, ...args);
  return { kind: 'compare', op: own.pick(comparisonOps), left: call(name, ...args), right };
}

const matching = (filter: Filter): ReadonlySet<number> => {
  const evaluate = compileFilter(filter);
  return new Set(items.flatMap(({ document }, pk) => (evaluate(document) === true ? [pk] : [])));
};

/** What SQL and the evaluator of what SQL leaves find together. */
function foundTogether(filter: Filter) {
  const { exact, residual, necessary } = compileConditions(filter, declared, 'r');
  const [isExact, isNecessary] = [verdictsOf(rows, exact), verdictsOf(rows, necessary)];
  const left = residual === null ? null : matching(residual);
  const found = items.flatMap((_, pk) =>
    isExact(pk) && isNecessary(pk) && (left === null || left.has(pk)) ? [pk] : [],
  );
  return { found, isWhole: residual === null, isNarrowed: necessary !== null };
}

describe('conditions that SQL knows in part', () => {
  test('of geometries: SQL with the evaluator of what is left finds what the evaluator finds; what is implied holds', () => {
    const seen = { exact: 0, necessary: 0, implied: 0, found: 0 };
    for (const filter of filters) {
      const found = matching(filter);
      const { isWhole, isNarrowed, ...together } = foundTogether(filter);
      expect({ filter, ...together }).toEqual({ filter, found: [...found] });
      const boxes = impliedBoxes(filter);
      const outside = [...found].filter((pk) => {
        const { bbox } = items[pk]!;
        return (
          boxes !== null && !(bbox && plainBoxes(bbox).some((one) => boxes.some((other) => boxesIntersect(one, other))))
        );
      });
      expect({ filter, boxes, outside }).toEqual({ filter, boxes, outside: [] });
      seen.found += found.size;
      if (isWhole) seen.exact++;
      if (isNarrowed) seen.necessary++;
      if (boxes !== null) seen.implied++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(25);
  });

  test('of functions: the same', () => {
    const own = createRandom(20_261_122);
    let found = 0;
    for (let i = 0; i < 400; i++) {
      const one = ofScalars(own);
      const filter: Filter = i % 3 === 0 ? { kind: 'not', arg: one } : one;
      const wanted = [...matching(filter)];
      found += wanted.length;
      expect({ filter, found: foundTogether(filter).found }).toEqual({ filter, found: wanted });
    }
    expect(found).toBeGreaterThan(300);
  });

  test('a box is never taken for the footprint itself', () => {
    for (const filter of filters) expect(takeArea(filter)).toBeNull();
  });

  test('a box test needs no document', () => {
    const filter: Filter = {
      kind: 'spatial',
      op: 'intersects',
      left: call('envelope', footprint),
      right: { kind: 'bbox', value: [1, 2, 3, 4] },
    };
    expect(compileConditions(filter, declared, 'r')).toMatchObject({
      exact: { params: [4, 2, 3, 1, 3, 1] },
      residual: null,
      necessary: null,
    });
  });
});

test('a grown box holds every place that is near enough, at the poles and beyond the antimeridian too', () => {
  const own = createRandom(20_261_123);
  for (let i = 0; i < 3_000; i++) {
    const [x, y] = [own.next() * 360 - 180, own.next() * 180 - 90];
    const spread = own.pick([0.01, 1, 20, 120]);
    const from = [x, y] as const;
    const to = [
      x + (own.next() - 0.5) * spread * 2,
      Math.max(-90, Math.min(90, y + (own.next() - 0.5) * spread)),
    ] as const;
    const metres = geodesicDistanceM(from, to);
    const longitude = ((((to[0] + 180) % 360) + 360) % 360) - 180;
    const boxes = plainBoxes(grownBox([x, y, x, y], metres));
    const isInside = boxes.some((box) => boxesIntersect(box, [longitude, to[1], longitude, to[1]]));
    expect({ from, to, metres, boxes, isInside }).toEqual({ from, to, metres, boxes, isInside: true });
  }
});
