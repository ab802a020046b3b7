import { makeItem as makeBenchItem } from '../../../bench/search/make-items.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import { type Random, createRandom } from '../../support/seeded-random.ts';
import { makeItem, square } from '../contract/fixtures.ts';

/** The properties that the store of these tests has declared; `snow` and `tags` are not among them. */
export const declaredNames = ['eo:cloud_cover', 'platform', 'gsd', 'created', 'v', 'flag', 'nested.a'];

const moments = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000000001Z',
  '1969-12-31T23:59:59.999999999Z',
  '2020-06-15T12:00:00Z',
  '2020-06-15T12:00:00.5Z',
  '2020-06-15T12:00:00.500000001Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59.5Z',
  '9999-12-31T23:59:59.999999999Z',
];

const dayMs = 86_400_000;
const text = (ms: number): string => new Date(ms).toISOString();
const someMs = (random: Random): number => Date.UTC(2018, 0, 1) + Math.floor(random.next() * 1_500 * dayMs);

/** Lengths on both sides of where the classes of duration part. */
const lengths = [1, 1_000, dayMs - 2, dayMs - 1, dayMs, 32 * dayMs, 32 * dayMs + 1, 366 * dayMs, 400 * dayMs, 4e11];

function times(random: Random): object {
  const ms = someMs(random);
  const [forward, back] = [random.pick(lengths), random.pick(lengths)];
  return random.pick<() => object>([
    () => ({ datetime: text(ms) }),
    () => ({ datetime: '2020-06-15T12:00:00Z' }),
    () => ({ datetime: random.pick(moments) }),
    () => ({ datetime: null }),
    () => ({ datetime: null, start_datetime: text(ms), end_datetime: text(ms + forward) }),
    () => ({ datetime: null, start_datetime: text(ms) }),
    () => ({ datetime: null, end_datetime: random.pick(moments) }),
    () => ({ datetime: text(ms), start_datetime: text(ms - back), end_datetime: text(ms + forward) }),
    () => ({ datetime: text(ms), start_datetime: text(ms - back) }),
    () => ({ datetime: text(ms), end_datetime: text(ms - back) }),
    () => ({ datetime: text(ms), start_datetime: text(ms + forward), end_datetime: text(ms + forward + back) }),
    () => ({ datetime: random.pick(moments), start_datetime: moments[0], end_datetime: moments.at(-1) }),
  ])();
}

/** Where cells of all levels meet. */
export const onBorder = (random: Random, limit: number): number => {
  const degrees = random.pick([0.3515625, 2.8125, 22.5]);
  const cells = Math.floor((2 * limit) / degrees);
  return random.below(cells + 1) * degrees - limit;
};

const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const clamped = (latitude: number): number => Math.max(-90, Math.min(90, latitude));

function geometry(random: Random): object | null {
  const [x, y] = [random.next() * 360 - 180, random.next() * 180 - 90];
  const size = random.pick([1e-9, 0.01, 0.3515625, 1, 2.8125, 6, 25, 60]);
  const [bx, by] = [onBorder(random, 180), onBorder(random, 90)];
  return random.pick<() => object | null>([
    () => null,
    () => ({ type: 'Polygon', coordinates: [] }),
    () => ({ type: 'Point', coordinates: [x, y] }),
    () => ({ type: 'Point', coordinates: [bx, by] }),
    () => ({ type: 'Point', coordinates: [random.pick([-180, 180]), random.pick([-90, 0, 90])] }),
    () => ({
      type: 'LineString',
      coordinates: [
        [bx, by],
        [x, y],
      ],
    }),
    () => box(bx, by, bx + size, clamped(by + size)),
    () => box(x, y, x + size, clamped(y + size)),
    () => square(x, clamped(y - 5) < 84 ? clamped(y - 5) : 80, 5),
    () => box(-180, -90, 180, 90),
    () => box(-180, clamped(y), 180, clamped(y + 1)),
    () => box(178, clamped(y), 178 + size, clamped(y + size)),
    () => ({
      type: 'MultiPoint',
      coordinates: [
        [-179, y],
        [179, y],
      ],
    }),
    () => ({
      type: 'MultiPoint',
      coordinates: [
        [x, y],
        [-x, -y],
      ],
    }),
    () => ({
      type: 'Polygon',
      coordinates: [
        [
          [x / 2, y / 2],
          [x / 2 + 9, y / 2],
          [x / 2, y / 2 + 9],
          [x / 2, y / 2],
        ],
      ],
    }),
  ])();
}

/** Of every type, with groups of all sizes; half of the items are of one platform. */
function properties(random: Random): object {
  return {
    platform: random.chance(0.5) ? 'workhorse' : random.pick(['one', 'two', 'Zwei', 'größe', undefined, 7, ['one']]),
    'eo:cloud_cover': random.pick([undefined, null, 0, -0, 5, 5, 5, 99.5, 0.1, random.below(100), '5', true, [5]]),
    gsd: random.pick([0.3, 10, 10, 10, random.next() * 1e-3, 2 ** 40, undefined]),
    created: random.pick(['2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', text(someMs(random)), '2020-01-01', '']),
    v: random.pick([true, false, 0, 1, 'x', '\ue000', '😀', '', 'rare', [1], { y: 1 }, null, undefined]),
    flag: random.chance(0.01) ? `only-${random.below(5)}` : undefined,
    nested: random.pick([{ a: random.below(5) }, { a: { b: 1 } }, undefined, 5]),
    snow: random.pick([1, 2, 3, 'deep', null, undefined]),
    tags: random.pick([['x'], ['x', 'y'], [], undefined]),
  };
}

const homes = ['a', 'b', 'c', ...Array.from({ length: 25 }, (_, i) => `tiny-${i}`)];

function nastyItem(random: Random, number: number): Item {
  const collection = random.chance(0.85) ? random.pick(homes.slice(0, 3)) : random.pick(homes);
  return makeItem(`i${number % 400}${random.pick(['', '', 'ä', '😀', '\uffee'])}`, {
    collection,
    geometry: geometry(random),
    properties: { ...properties(random), ...times(random) },
  });
}

const keyOf = ({ collection, id }: Item): string => `${collection}/${id}`;

/** Plain ones as archives have them, and nasty ones of every kind; each name once. */
export function manyItems(seed: number, plain: number, nasty: number): readonly Item[] {
  const random = createRandom(seed);
  const items = [
    ...Array.from({ length: plain }, (_, i) => parseItem(JSON.parse(makeBenchItem(i).text))),
    ...Array.from({ length: nasty }, (_, i) => nastyItem(random, i)),
  ];
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
