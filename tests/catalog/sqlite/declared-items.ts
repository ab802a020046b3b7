import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import type { DeclaredProperty } from '../../../server/src/catalog/plan/slots.ts';
import type { Random } from '../../support/seeded-random.ts';

/** The names of tests/catalog/random-filter.ts but `größe` and `AND`, which stay undeclared. */
export const names = [
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
  'x.y',
  'say "hi"',
];

export const declared: readonly DeclaredProperty[] = names.map((name, slot) => ({ name, slot, isReady: true }));

export const numbers = [0, -0, 1, -1, 7, 0.1, -2.5, 1e-7, 2 ** 53, -(2 ** 53) + 1, 1e21, 1.7976931348623157e308];
const plainTexts = [
  '',
  'x',
  'X',
  'Straße',
  'STRASSE',
  "it's",
  '100%',
  'a\\b',
  '\ue000',
  '\uffff',
  '😀',
  '😀😀',
  '9',
  ':',
];
/** The first seven are one moment. */
export const timestamps = [
  '2020-06-15T12:00:00Z',
  '2020-06-15t12:00:00z',
  '2020-06-15T12:00:00',
  '2020-06-15T12:00:00.000Z',
  '2020-06-15T14:00:00+02:00',
  '2020-06-14T13:00:00-23:00',
  '2020-06-15T12:00:00.0000000004+0000',
  '2020-06-15T12:00:00.5Z',
  '2020-06-15T12:00:00.000000001Z',
  '2020-06-15T00:00:00Z',
  '2020-06-15T23:59:59.999999999Z',
  '2020-06-16T00:00:00Z',
  '2020-06-12T23:59:59Z',
  '2020-06-13T12:00:00Z',
  '2020-06-14T12:00:00Z',
  '2020-06-17T00:00:00Z',
  '2020-06-13T23:59:59.9-23:59',
  '2020-06-17T00:00:00+23:59',
  '2020-06-18T00:00:00+23:59',
  '0000-01-01T00:30:00+01:00',
  '9999-12-31T23:30:00-01:00',
  '9999-12-31T23:59:59.999999999Z',
];
/** Texts that look like times to one reader or the other, and are none, or only dates. */
export const nearlyTimes = [
  '2020-06-15',
  '2020-06-16',
  '2020-06-14',
  '2020-06-13',
  '2020-06-17',
  '2020-06-12x',
  '2020-06-15T12',
  '2020-06-15T12:00:00ZZ',
  '2020-13-15T12:00:00Z',
  '2020-06-15 12:00:00Z',
  '2020-xx-xxTxx:xx:xxZ',
];
export const texts = [...plainTexts, ...timestamps, ...nearlyTimes];
const values = [...numbers, ...texts, true, false, [1, 'x'], [], { y: 5 }, { y: '2020-06-15' }, null, undefined];

export const collections = ['c', 'd', "o'brien"];

const ring = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** Few cross the antimeridian: to cut them is dear, and it is done each time that they are looked at. */
function randomSpace(random: Random): object {
  const [x, y] = [random.below(20) - 10, random.below(20) - 10];
  if (random.chance(0.08)) return { geometry: { type: 'Polygon', coordinates: [ring(172, y, 12)] } };
  if (random.chance(0.08)) return { geometry: foldedLine(y), bbox: [178, y, -178, y + 1] };
  return random.pick([
    { geometry: null },
    { geometry: { type: 'Polygon', coordinates: [] } },
    { geometry: { type: 'Point', coordinates: [x, y] } },
    { geometry: { type: 'Polygon', coordinates: [ring(x, y, 5)] } },
    {
      geometry: { type: 'Polygon', coordinates: [ring(x, y, 5)] },
      properties: { geom: { type: 'Point', coordinates: [50, 50] } },
    },
  ]);
}

const foldedLine = (south: number) => ({
  type: 'LineString',
  coordinates: [
    [178, south],
    [-178, south + 1],
  ],
});

const rfc3339 = timestamps.filter(
  (text) => /(?:[Zz]|\d:\d\d)$/.test(text) && !/^(?:0000|9999-12-31T23:30)/.test(text) && text.length > 19,
);

/** An item with properties of all types, in space and time or not. */
export function randomItem(random: Random, id: string): Item {
  const { properties, ...space } = randomSpace(random) as { readonly properties?: object };
  const time = () => random.pick(rfc3339);
  const own = Object.fromEntries(
    [...names, 'AND', 'größe']
      .filter((name) => name !== 'x.y' && random.chance(0.8))
      .map((name) => [name, random.pick(values)]),
  );
  return parseItem({
    type: 'Feature',
    id: random.pick([id, `2020-06-15T12:00:00Z ${id}`, `😀${id}`]),
    collection: random.pick(collections),
    ...space,
    properties: {
      ...own,
      ...random.pick([{}, { x: { y: random.pick(values) } }, { 'x.y': random.pick(values) }]),
      ...random.pick([
        { datetime: null },
        { datetime: null, start_datetime: '2020-06-15T00:00:00Z', end_datetime: '2020-06-16T00:00:00Z' },
        { datetime: time(), start_datetime: '2020-06-15T14:00:00+02:00', end_datetime: '2020-06-17T00:00:00Z' },
        { datetime: time() },
        { datetime: time() },
        { datetime: time() },
      ]),
      ...properties,
    },
    links: [],
  });
}
