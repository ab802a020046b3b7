import type { Expression, Filter, IntervalEnd } from '../../server/src/catalog/filter.ts';
import {
  arithmeticOps,
  arrayOps,
  comparisonOps,
  instantOps,
  spatialOps,
  temporalOps,
} from '../../server/src/catalog/filter.ts';
import type { Random } from '../support/seeded-random.ts';

const names = [
  'a',
  'b',
  'c',
  'd',
  'when',
  'start',
  'end',
  'tags',
  'eo:cloud_cover',
  'two words',
  'AND',
  'x.y',
  'größe',
  'say "hi"',
];
const texts = [
  '',
  'x',
  'Straße',
  "it's",
  'a\\b',
  '100%',
  '\\%_',
  'back\\',
  'new\nline',
  '😀',
  '2020-06-15T12:00:00Z',
  "'",
  "\\'",
];
const dates = ['2019-12-31', '2020-06-15', '2021-01-01'];
const timestamps = ['2020-06-15T12:00:00Z', '2020-06-15T12:00:00.5Z', '2021-01-01T00:00:00Z'];

const property = (random: Random): Expression & { kind: 'property' } => ({
  kind: 'property',
  name: random.pick(names),
});
const literal = <T extends string | number | boolean>(value: T) => ({ kind: 'literal', value }) as const;

function number(random: Random): number {
  return random.pick([0, 1, -1, 7, 0.1, -2.5, 1e21, 1e-7, random.below(1_000), Math.round(random.next() * 1e6) / 1e3]);
}

function numeric(random: Random, depth: number): Expression {
  if (depth <= 0 || random.below(3) > 0) return random.below(2) === 0 ? property(random) : literal(number(random));
  return {
    kind: 'arithmetic',
    op: random.pick(arithmeticOps),
    left: numeric(random, depth - 1),
    right: numeric(random, depth - 1),
  };
}

function text(random: Random, depth: number): Expression {
  if (depth > 0 && random.below(3) === 0)
    return { kind: random.pick(['casei', 'accenti'] as const), arg: text(random, depth - 1) };
  return random.below(2) === 0 ? property(random) : literal(random.pick(texts));
}

function pattern(random: Random, depth: number): Expression {
  if (depth > 0 && random.below(3) === 0)
    return { kind: random.pick(['casei', 'accenti'] as const), arg: pattern(random, depth - 1) };
  return literal(`${random.pick(texts)}${random.pick(['%', '_', ''])}`);
}

function instant(random: Random): Expression & { kind: 'date' | 'timestamp' } {
  return random.below(2) === 0
    ? { kind: 'date', value: random.pick(dates) }
    : { kind: 'timestamp', value: random.pick(timestamps) };
}

function scalar(random: Random, depth: number): Expression {
  const kind = random.below(6);
  if (kind === 0) return text(random, depth);
  if (kind === 1) return numeric(random, depth);
  if (kind === 2) return instant(random);
  if (kind === 3) return literal(random.below(2) === 0);
  if (kind === 4)
    return { kind: 'call', name: random.pick(['abs', 'lower', 'Length']), args: [value(random, depth - 1)] };
  return property(random);
}

function interval(random: Random): Expression {
  const end = (): IntervalEnd => random.pick([{ kind: 'open' }, property(random), instant(random)] as const);
  return { kind: 'interval', start: end(), end: end() };
}

function geometry(random: Random): Expression {
  const [x, y] = [random.below(20) - 10, random.below(20) - 10];
  const ring = [
    [x, y],
    [x + 5, y],
    [x + 5, y + 5],
    [x, y],
  ];
  return random.pick([
    { kind: 'geometry', value: { type: 'Point', coordinates: [x, y] } },
    { kind: 'geometry', value: { type: 'Point', coordinates: [x, y, 5] } },
    { kind: 'geometry', value: { type: 'LineString', coordinates: ring.slice(0, 3) } },
    { kind: 'geometry', value: { type: 'MultiPoint', coordinates: ring } },
    { kind: 'geometry', value: { type: 'Polygon', coordinates: [ring] } },
    { kind: 'geometry', value: { type: 'MultiPolygon', coordinates: [[ring]] } },
    {
      kind: 'geometry',
      value: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [x, y] },
          { type: 'Polygon', coordinates: [ring] },
        ],
      },
    },
    { kind: 'bbox', value: [x, y, x + 3.5, y + 3] },
    { kind: 'bbox', value: [175, y, -175, y + 3] },
    { kind: 'property', name: 'geometry' },
  ] satisfies readonly Expression[]);
}

function list(random: Random, depth: number): Expression {
  return { kind: 'list', items: Array.from({ length: random.below(4) }, () => value(random, depth - 1)) };
}

function value(random: Random, depth: number): Expression {
  const kind = random.below(depth > 0 ? 6 : 3);
  if (kind === 0) return interval(random);
  if (kind === 1) return geometry(random);
  if (kind === 2) return scalar(random, 0);
  if (kind === 3) return list(random, depth);
  return kind === 4 ? randomFilter(random, depth - 1) : scalar(random, depth);
}

const array = (random: Random, depth: number): Expression =>
  random.below(2) === 0 ? { kind: 'property', name: 'tags' } : list(random, depth);

function temporal(random: Random): Filter {
  const op = random.pick(temporalOps);
  const side = (): Expression =>
    random.pick(
      instantOps.has(op) ? [interval(random), property(random), instant(random)] : [interval(random), property(random)],
    );
  return { kind: 'temporal', op, left: side(), right: side() };
}

/** Any tree that the parsers can give. */
export function randomFilter(random: Random, depth: number): Filter {
  const kind = random.below(depth > 0 ? 12 : 8);
  switch (kind) {
    case 0:
      return { kind: 'like', value: text(random, 2), pattern: pattern(random, 2) };
    case 1:
      return { kind: 'between', value: scalar(random, 1), low: scalar(random, 1), high: scalar(random, 1) };
    case 2:
      return {
        kind: 'in',
        value: scalar(random, 1),
        list: Array.from({ length: random.below(4) }, () => scalar(random, 1)),
      };
    case 3:
      return { kind: 'spatial', op: random.pick(spatialOps), left: geometry(random), right: geometry(random) };
    case 4:
      return temporal(random);
    case 5:
      return { kind: 'arrays', op: random.pick(arrayOps), left: array(random, depth), right: array(random, depth) };
    case 6:
      return {
        kind: 'isNull',
        value: random.pick([property(random), scalar(random, 1), interval(random), geometry(random)]),
      };
    case 7:
      return { kind: 'literal', value: random.below(2) === 0 };
    case 8:
      return { kind: 'not', arg: randomFilter(random, depth - 1) };
    case 9:
      return {
        kind: random.pick(['and', 'or'] as const),
        args: Array.from({ length: 2 + random.below(2) }, () => randomFilter(random, depth - 1)),
      };
    default:
      return { kind: 'compare', op: random.pick(comparisonOps), left: scalar(random, 2), right: scalar(random, 2) };
  }
}

/** An item that has some of the properties, of any type. */
export function randomItem(random: Random): object {
  const values = [null, true, 7, 0.1, ...texts, ...dates, ...timestamps, [1, 'x'], { y: 5 }];
  const properties: Record<string, unknown> = { tags: random.pick([['x', 7], [], [[1]], timestamps, 'x', null]) };
  for (const name of names) if (random.below(3) > 0 && name !== 'tags') properties[name] = random.pick(values);
  const geometries = [null, geometry(random), geometry(random)].map((node) =>
    node?.kind === 'geometry' ? node.value : null,
  );
  return { id: 'one', collection: 'c', geometry: random.pick(geometries), properties };
}
