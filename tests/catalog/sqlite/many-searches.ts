import type { Random } from '../../support/seeded-random.ts';
import { onBorder } from './many-items.ts';

const countries = [
  [-5.2, 41.3, 9.6, 51.1],
  [-124.8, 24.4, -66.9, 49.4],
  [-119, 33, -117, 35],
  [170, -50, -170, 10],
  [27, 41.2, -169.1, 81.9],
  [20.6, 59.8, 31.6, 70.1],
];

/** Small, of a country, wide, crossing, the world, without width or height, on borders of cells. */
function bbox(random: Random): readonly number[] {
  const [x, y] = [random.next() * 350 - 180, random.next() * 170 - 90];
  const size = random.pick([0.01, 0.4, 3, 20]);
  const [bx, by] = [onBorder(random, 180), onBorder(random, 90)];
  const step = random.pick([0, 0.3515625, 2.8125, 22.5]);
  return random.pick<() => readonly number[]>([
    () => [x, y, Math.min(180, x + size), Math.min(90, y + size)],
    () => random.pick(countries),
    () => [-118.5 - size, 34 - size, -118.5 + size, 34 + size],
    () => [x, -60, x > 0 ? x - 200 : x + 180, 60],
    () => [-180, -90, 180, 90],
    () => [bx, by, Math.min(180, bx + step), Math.min(90, by + step)],
    () => [bx, by, bx, by],
    () => [x, y, x, Math.min(90, y + 30)],
    () => [-180, y, 180, y],
    () => [179, -80, -179, 80],
    () => [180, -90, 180, 90],
    () => [-400, -10, 400, 10],
    () => [x, 88, Math.min(180, x + size), 90],
  ])();
}

const ring = (...corners: readonly (readonly [number, number])[]) => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]!]],
});

function geometry(random: Random): object {
  const [x, y] = [random.next() * 300 - 150, random.next() * 120 - 60];
  const size = random.pick([0.5, 2, 9, 30]);
  const [bx, by] = [onBorder(random, 150), onBorder(random, 60)];
  return random.pick([
    ring([x, y], [x + size, y], [x, y + size]),
    ring([bx, by], [bx + size, by + size / 2], [bx, by + size]),
    ring([-119, 33], [-117, 33.5], [-118, 36]),
    ring([bx - 2.8125, by], [bx, by - 2.8125], [bx + 2.8125, by], [bx, by + 2.8125]),
    { type: 'Point', coordinates: [bx, by] },
    {
      type: 'LineString',
      coordinates: [
        [x, y],
        [x + size, y + size],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [-118, 34],
        [bx, by],
        [179.9, 0],
      ],
    },
    ring([175, -20], [185, -20], [180, 20]),
  ]);
}

const days = ['2018-03-01', '2019-07-09', '2020-01-01', '2020-06-15', '2021-11-30', '2024-02-29'];
const someTime = (random: Random): string =>
  random.pick([
    `${random.pick(days)}T12:00:00Z`,
    `${random.pick(days)}T00:00:00.5Z`,
    '2020-06-15T12:00:00Z',
    '2020-06-15T12:00:00Z',
    '2020-06-15T12:00:00.500000001Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000000001Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999999999Z',
  ]);

const keyOf = (time: string): string => time.slice(0, -1);

function datetime(random: Random): string {
  const [from, to] = [someTime(random), someTime(random)].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return random.pick([`${from}/${to}`, `${from}/${to}`, `${from}/..`, `../${to}`, from!]);
}

const numbers = ['0', '5', '0.1', '1e-17', '50', '99.5', '1000', '-1'];
const texts = [
  "'one'",
  "'two'",
  "'workhorse'",
  "'Zwei'",
  "'none'",
  "'rare'",
  "'x'",
  "'only-1'",
  "'sentinel-2a'",
  "'5'",
];

function condition(random: Random): string {
  const name = random.pick(['"eo:cloud_cover"', 'platform', 'gsd', 'created', 'v', 'flag', '"nested.a"']);
  const [a, b, c] = [random.pick(numbers), random.pick(numbers), random.pick(texts)];
  const op = random.pick(['=', '<>', '<', '<=', '>', '>=']);
  return random.pick([
    `${name} ${op} ${a}`,
    `${name} ${op} ${c}`,
    `"eo:cloud_cover" ${op} ${a}`,
    `platform = ${c}`,
    `platform = ${c}`,
    `flag = 'only-${random.below(7)}'`,
    `flag ${op} 'only-${random.below(5)}'`,
    `gsd ${op} ${random.pick(['1e-5', '100', '2e9'])}`,
    `"nested.a" = ${random.below(7)}`,
    `${name} IN (${a}, ${b}, ${c})`,
    `gsd IN (${Array.from({ length: 30 }, (_, i) => `0.${i + 1}`).join(', ')})`,
    `"eo:cloud_cover" BETWEEN ${a} AND ${b}`,
    `${name} IS NULL`,
    `NOT ${name} = ${c}`,
    "platform LIKE 'sentinel%'",
    "CASEI(platform) = CASEI('ZWEI')",
    `created >= TIMESTAMP('${random.pick(days)}T00:00:00Z')`,
    "created = '2020-01-01T00:00:00Z'",
    'v = TRUE',
    `datetime ${op === '<>' ? '>' : op} TIMESTAMP('${random.pick(days)}T12:00:00Z')`,
    `datetime ${random.pick(['<', '>='])} TIMESTAMP('${random.pick(days)}T12:00:00Z')`,
    `id = 'i${random.below(400)}'`,
    `id IN ('i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7', 'i8', 'i9', 'i10')`,
    `collection = ${random.pick(["'a'", "'aerial'", "'tiny-3'", "'nowhere'"])}`,
    'snow > 1',
    "snow = 'deep'",
    "A_CONTAINS(tags, ('y'))",
    `S_INTERSECTS(geometry, BBOX(${bbox(random).join(', ')}))`,
    `S_INTERSECTS(geometry, BBOX(${bbox(random).join(', ')}))`,
    `S_WITHIN(geometry, BBOX(-130, 20, -60, 50))`,
  ]);
}

function filter(random: Random): string {
  const one = condition(random);
  if (random.chance(0.5)) return one;
  const two = condition(random);
  return random.pick([
    `${one} AND ${two}`,
    `${one} AND ${two}`,
    `${one} OR ${two}`,
    `(${one} OR ${two}) AND snow IS NULL`,
  ]);
}

const fields = ['datetime', 'id', 'collection', 'eo:cloud_cover', 'platform', 'gsd', 'created', 'v', 'nested.a'];
const usualSorts = [
  '-datetime',
  '+datetime',
  '-eo:cloud_cover',
  '+platform',
  '-platform',
  'id',
  '-id',
  'collection',
  'gsd',
];

const sortby = (random: Random): string =>
  random.chance(0.6)
    ? random.pick(random.chance(0.05) ? ['snow'] : usualSorts)
    : Array.from({ length: 1 + random.below(3) }, () => `${random.pick(['+', '-'])}${random.pick(fields)}`).join(',');

export type Body = Readonly<Record<string, unknown>>;

/** Any combination of conditions with any order. */
export function randomBody(random: Random, collections: readonly string[]): Body {
  const maybe = <T>(share: number, value: () => T): T | undefined => (random.chance(share) ? value() : undefined);
  const some = (count: number) => Array.from({ length: count }, () => random.pick(collections));
  const place = random.below(5);
  return {
    bbox: place < 2 ? bbox(random) : undefined,
    intersects: place === 2 ? geometry(random) : undefined,
    datetime: maybe(0.35, () => datetime(random)),
    collections: maybe(0.25, () => some(random.pick([1, 2, 9, 70]))),
    ids: maybe(0.03, () => Array.from({ length: 1 + random.below(12) }, () => `i${random.below(450)}`)),
    filter: maybe(0.45, () => filter(random)),
    sortby: maybe(0.6, () => sortby(random)),
  };
}

/** All collections, or some. */
export function randomGrant(random: Random, collections: readonly string[]): 'all' | ReadonlySet<string> {
  if (random.chance(0.75)) return 'all';
  const share = random.pick([0.02, 0.3, 0.95]);
  return new Set(collections.filter(() => random.chance(share)));
}

/** Where something is, and nothing else. */
export const randomPlace = (random: Random): Body =>
  random.chance(0.7) ? { bbox: bbox(random) } : { intersects: geometry(random) };
