import type { Random } from '../support/seeded-random.ts';

// Filters as people write them, each property compared with what it holds: here every evaluator of CQL2 must agree.

const platforms = ['sat-1', 'sat-2', 'Straße', 'a_b', 'a%b', "it's", 'ZÜRICH', 'zürich'];
const patterns = ['sat%', '%-1', 'sat-_', 'a\\_b', 'a\\%b', 'a_b', '%s%', 'Str%', "it'%"];
const tags = ['a', 'b', 'c', 'd'];
const orders = ['=', '<>', '<', '>', '<=', '>='] as const;
const relations = ['INTERSECTS', 'WITHIN', 'DISJOINT', 'CONTAINS', 'TOUCHES', 'OVERLAPS', 'CROSSES', 'EQUALS'] as const;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const some = (random: Random): readonly string[] => tags.filter(() => random.below(2) === 0);
const day = (random: Random): string => `2024-0${1 + random.below(9)}-${10 + random.below(18)}`;
const maybeNot = (random: Random): string => random.pick(['', 'NOT ']);

export function plainItem(random: Random, id: string): object {
  const [x, y] = [random.below(40) - 20, random.below(40) - 20];
  const ring = [[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10], [x, y]]; // prettier-ignore
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {
      datetime: `${day(random)}T12:00:00Z`,
      'eo:cloud_cover': random.below(101),
      gsd: random.below(5) / 2,
      platform: random.pick(platforms),
      tags: some(random),
    },
  };
}

function geometry(random: Random): string {
  const [x, y, size] = [random.below(40) - 20, random.below(40) - 20, 1 + random.below(20)];
  const [east, north] = [x + size, y + size];
  return random.pick([
    `POINT(${x} ${y})`,
    `POLYGON((${x} ${y}, ${east} ${y}, ${east} ${north}, ${x} ${north}, ${x} ${y}))`,
    `LINESTRING(${x} ${y}, ${east} ${north})`,
    `BBOX(${x}, ${y}, ${east}, ${north})`,
    `MULTIPOINT((${x} ${y}), (${east} ${y}))`,
  ]);
}

function number(random: Random): string {
  const name = random.pick(['"eo:cloud_cover"', 'gsd']);
  return random.below(3) > 0 ? name : `(${name} ${random.pick(['+', '-', '*'])} ${1 + random.below(9)})`;
}

const moment = (random: Random): string => `TIMESTAMP('${day(random)}T12:00:00Z')`;

const conditions: readonly ((random: Random) => string)[] = [
  (random) => `${number(random)} ${random.pick(orders)} ${random.below(101)}`,
  (random) => `${number(random)} ${maybeNot(random)}BETWEEN ${random.below(50)} AND ${random.below(101)}`,
  (random) => `platform ${random.pick(orders)} ${quoted(random.pick(platforms))}`,
  (random) => `platform ${maybeNot(random)}LIKE ${quoted(random.pick(patterns))}`,
  (random) => `platform ${maybeNot(random)}IN (${[1, 2].map(() => quoted(random.pick(platforms))).join(', ')})`,
  (random) => `${random.pick(['platform', 'gsd', 'nothing'])} IS ${maybeNot(random)}NULL`,
  (random) => `S_${random.pick(relations)}(geometry, ${geometry(random)})`,
  (random) => `datetime ${random.pick(orders)} ${moment(random)}`,
  (random) => `T_${random.pick(['AFTER', 'BEFORE', 'EQUALS'])}(datetime, ${moment(random)})`,
  (random) => `T_DURING(datetime, INTERVAL('2024-02-01T00:00:00Z', '${day(random)}T00:00:00Z'))`,
  (random) => `CASEI(platform) = CASEI(${quoted(random.pick(platforms))})`,
  (random) => `ACCENTI(platform) = ACCENTI(${quoted(random.pick(platforms))})`,
  (random) =>
    `A_${random.pick(['CONTAINS', 'CONTAINEDBY', 'OVERLAPS', 'EQUALS'])}(tags, (${[...some(random), 'a'].map(quoted).join(', ')}))`,
];

export function plainFilter(random: Random, depth: number): string {
  if (depth === 0) return random.pick(conditions)(random);
  const [a, b] = [plainFilter(random, depth - 1), plainFilter(random, depth - 1)];
  return random.pick([`(${a}) AND (${b})`, `(${a}) OR (${b})`, `NOT (${a})`]);
}
