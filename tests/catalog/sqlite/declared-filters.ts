import {
  type Expression,
  type Filter,
  type InstantLiteral,
  comparisonOps,
  spatialOps,
  temporalOps,
} from '../../../server/src/catalog/filter.ts';
import type { Random } from '../../support/seeded-random.ts';
import { collections, names, nearlyTimes, numbers, texts, timestamps } from './declared-items.ts';

const otherNames = [
  'id',
  'collection',
  'datetime',
  'properties.datetime',
  'start_datetime',
  'end_datetime',
  'properties.a',
  'properties.x.y',
];
const canonical = timestamps.slice(7, 16).concat('2020-06-15T12:00:00Z', '9999-12-31T23:59:59.999999999Z');

/** The same tree with other names and values in it, of which the items have many. */
export function enriched(filter: Filter, random: Random, ids: readonly string[]): Filter {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { kind, value } = node as { readonly kind?: string; readonly value?: unknown };
    if (kind === 'property' && random.chance(0.25)) return { kind, name: random.pick(otherNames) };
    if (kind === 'literal' && typeof value === 'string' && random.chance(0.7))
      return { kind, value: random.pick(random.chance(0.1) ? [...ids, ...collections] : texts) };
    if (kind === 'literal' && typeof value === 'number' && random.chance(0.5))
      return { kind, value: random.pick(numbers) };
    if (kind === 'timestamp') return { kind, value: random.pick(canonical) };
    if (kind === 'geometry' || kind === 'bbox') return node;
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, visit(inner)]));
  };
  return visit(filter) as Filter;
}

const literal = (value: string | number | boolean): Expression => ({ kind: 'literal', value });
const property = (name: string): Expression => ({ kind: 'property', name });

function instant(random: Random): InstantLiteral {
  return random.chance(0.5)
    ? { kind: 'timestamp', value: random.pick(canonical) }
    : { kind: 'date', value: random.pick(nearlyTimes.slice(0, 5)) };
}

function constant(random: Random): Expression {
  const kind = random.below(8);
  if (kind === 0) return instant(random);
  if (kind === 1) return literal(random.chance(0.5));
  return literal(kind < 4 ? random.pick(numbers) : random.pick(kind < 6 ? texts : timestamps));
}

/** A property on one side, a constant on the other, either way round. */
function comparison(random: Random, name: string, value: Expression): Filter {
  const sides = random.chance(0.8) ? [property(name), value] : [value, property(name)];
  return { kind: 'compare', op: random.pick(comparisonOps), left: sides[0]!, right: sides[1]! };
}

function literalArea(random: Random): Expression {
  const [x, y] = [random.below(20) - 10, random.below(20) - 10];
  return random.pick<Expression>([
    { kind: 'bbox', value: [x, y, x + 8, y + 8] },
    { kind: 'bbox', value: [x, y, -5, x + 8, y + 8, 5] },
    { kind: 'bbox', value: [174, -10, -176, 10] },
    { kind: 'bbox', value: [170, -10, 190, 10] },
    { kind: 'bbox', value: [-180, -90, 180, 90] },
    { kind: 'bbox', value: [-400, -90, 400, 95] },
    { kind: 'geometry', value: { type: 'Point', coordinates: [x, y] } },
    {
      kind: 'geometry',
      value: {
        type: 'Polygon',
        coordinates: [
          [
            [x, y],
            [x + 9, y],
            [x + 9, y + 9],
            [x, y],
          ],
        ],
      },
    },
    { kind: 'geometry', value: { type: 'MultiPoint', coordinates: [] } },
  ]);
}

/** Of `datetime` or a declared property and a constant. */
export function timeFilter(random: Random): Filter {
  const name = random.pick(['datetime', 'datetime', 'properties.datetime', 'when', 'a', 'start_datetime']);
  const end = () => random.pick([instant(random), instant(random), { kind: 'open' } as const]);
  const side = random.pick<Expression>([instant(random), { kind: 'interval', start: end(), end: end() }]);
  if (random.chance(0.5)) {
    const sides = random.chance(0.7) ? [property(name), side] : [side, property(name)];
    return { kind: 'temporal', op: random.pick(temporalOps), left: sides[0]!, right: sides[1]! };
  }
  const value = random.pick([instant(random), literal(random.pick(timestamps)), literal(random.pick(nearlyTimes))]);
  return comparison(random, name, value);
}

export const nameFilter = (random: Random, ids: readonly string[]): Filter =>
  random.pick<Filter>([
    comparison(random, 'collection', literal(random.pick(collections))),
    comparison(random, 'id', literal(random.pick(ids))),
    { kind: 'in', value: property('id'), list: ids.slice(random.below(50)).map(literal) },
    { kind: 'in', value: property('properties.collection'), list: [literal('c'), literal(7), literal("o'brien")] },
  ]);

export function spaceFilter(random: Random): Filter {
  const sides = random.chance(0.8)
    ? [property('geometry'), literalArea(random)]
    : [literalArea(random), property(random.pick(['geometry', 'geom']))];
  const op = random.pick([...spatialOps, 'intersects', 'intersects', 'intersects'] as const);
  return { kind: 'spatial', op, left: sides[0]!, right: sides[1]! };
}

function one(random: Random, ids: readonly string[]): Filter {
  const name = random.pick(names);
  switch (random.below(9)) {
    case 0:
      return timeFilter(random);
    case 1:
      return { kind: 'between', value: property(name), low: constant(random), high: constant(random) };
    case 2:
      return {
        kind: 'in',
        value: property(random.pick([name, name, 'datetime'])),
        list: Array.from({ length: random.pick([1, 3, 30]) }, () => constant(random)),
      };
    case 3:
      return {
        kind: 'in',
        value: property(name),
        list: Array.from({ length: random.pick([2, 25]) }, () => literal(random.pick(numbers))),
      };
    case 4:
      return {
        kind: 'like',
        value: property(name),
        pattern: literal(`${random.pick(texts).slice(0, random.below(4))}${random.pick(['%', '%', '%x', '_%', ''])}`),
      };
    case 5:
      return nameFilter(random, ids);
    case 6:
      return spaceFilter(random);
    default:
      return comparison(random, name, constant(random));
  }
}

/** What people ask: a few conditions of properties, time, space, collections and ids. */
export function commonFilter(random: Random, ids: readonly string[]): Filter {
  const parts = Array.from({ length: 1 + random.below(3) }, () => one(random, ids));
  const kind = random.below(5);
  if (parts.length === 1) return parts[0]!;
  if (kind === 0) return { kind: 'or', args: parts };
  if (kind === 1) return { kind: 'and', args: [{ kind: 'or', args: parts }, one(random, ids)] };
  return { kind: 'and', args: parts };
}
