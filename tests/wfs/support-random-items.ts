import { attributeTable } from '../../server/src/wfs/attribute-table.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';

const names = [
  ...attributeTable.flatMap(({ source }) =>
    source.kind === 'property' && source.name !== 'datetime' ? [source.name] : [],
  ),
  'odd "name"',
  'größe',
  'proj:wkt2',
  'a\\b',
  'eo:cloud_covers',
  'providers',
];

const texts = [
  'plain',
  '',
  'a "quoted" one',
  'back\\slash\\',
  '\\"',
  'line\nend\t\u0001',
  'ä € 𝄞',
  '<b> & ]]>',
  '\ud800',
  '=1+1',
  '},{"a":[',
];
const times = [
  '2024-05-06T07:08:09Z',
  '2024-05-06T07:08:09.123456+02:00',
  '2024-05-06 07:08:09Z',
  '2024-05-06',
  'never',
];

function value(random: Random): unknown {
  const numbers = [0, -0.5, 1e-7, 1e21, 12.345, random.below(1_000), random.next() * 100, -random.below(9)];
  const kinds = [
    () => random.pick(texts),
    () => random.pick(times),
    () => random.pick(numbers),
    () => random.chance(0.5),
    () => null,
    () => [random.pick(texts), random.pick(numbers), { a: random.pick(texts), b: [] }],
    () => ({ [random.pick(texts)]: { nested: [[], {}, random.pick(texts)] } }),
  ];
  return random.pick(kinds)();
}

/** A ring around a place, with heights or without; east of 170 it crosses the antimeridian. */
function ring(x: number, y: number, size: number, height: number | null): readonly (readonly number[])[] {
  const corners = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  return height === null ? corners : corners.map((corner) => [...corner, height]);
}

function geometry(random: Random): { readonly geometry: unknown; readonly bbox: readonly number[] } {
  const [x, y, size] = [
    random.pick([-180, -71.0625, 0, 8.123_456_7, 175]),
    random.below(60) - 30,
    random.pick([1, 0.25, 8]),
  ];
  const height = random.chance(0.2) ? 12.5 : null;
  const outer = ring(x, y, size, height);
  const shapes = [
    { type: 'Polygon', coordinates: [outer] },
    { type: 'Polygon', coordinates: [outer, ring(x + size / 4, y + size / 4, size / 4, height)] },
    { type: 'MultiPolygon', coordinates: [[outer], [ring(x, y + 2 * size, size / 2, height)]] },
    { coordinates: [outer], type: 'Polygon' },
    { type: 'Point', coordinates: outer[0] },
    { type: 'LineString', coordinates: outer.slice(0, 3) },
  ];
  const east = x + size > 180 ? x + size - 360 : x + size;
  return { geometry: random.pick(shapes), bbox: [x, y, east, y + 3 * size] };
}

const shuffled = <T>(random: Random, list: readonly T[]): readonly T[] =>
  list
    .map((one) => [random.next(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

/** Items with what is awkward in documents, their members in any order. */
export function randomItems(count: number): readonly Readonly<Record<string, unknown>>[] {
  const random = createRandom(testSeed());
  return Array.from({ length: count }, (_, i) => {
    const shown = shuffled(random, names).slice(0, random.below(30));
    // Half of them are plain, so that whole chunks of plain ones occur.
    const isPlain = i % 300 < 150;
    const given = shown.map((name) => [name, isPlain ? random.pick(['plain', 5, 0.25, true, null]) : value(random)]);
    const properties = { ...Object.fromEntries(given), datetime: '2024-01-02T03:04:05Z' } as Record<string, unknown>;
    for (const name of ['created', 'updated', 'start_datetime', 'end_datetime']) delete properties[name];
    if (!isPlain && random.chance(0.5)) properties['deletedDate'] = random.pick(times);
    const space = random.chance(0.1) ? { geometry: null } : geometry(random);
    const members = {
      type: 'Feature',
      stac_version: '1.0.0',
      stac_extensions: ['https://example.com/"a"', '}'],
      id: isPlain ? `plain-${i}` : `${random.pick(['7', 'ä/ö', '_x0041_', 'a "b"'])}-${i}`,
      collection: 'c',
      properties,
      assets: {
        image: { href: 'https://example.com/a.tif', title: random.pick(texts) },
        bbox: { href: 'https://example.com/b' },
      },
      links: [],
      ...space,
    };
    return Object.fromEntries(shuffled(random, Object.entries(members)));
  });
}
