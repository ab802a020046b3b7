import { type Chance, type Json, item } from './support.ts';

const names = [
  'a',
  'b',
  'eo:bands',
  'href',
  'type',
  'id',
  'mtl.txt',
  '',
  '__proto__',
  'ä',
  'constructor',
  'x'.repeat(300),
];
const texts = ['', 'a', 'b', 'long '.repeat(40), 'Übergröße', '😀', '\ud800', '2026-01-01T00:00:00Z', '\u0000', '"\\'];
const numbers = [0, 1, -1, 1.5, 1e300, -2.5e-7, 2 ** 53, 123_456_789_012, -0.1];
const times = [
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05.678Z',
  '2026-01-02T03:04:05.678901Z',
  '1969-12-31T23:59:59.5Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-01-02T03:04:05+02:00',
  '2026-01-02t03:04:05z',
  '2026-02-30T00:00:00Z',
  'soon',
  null,
  5,
];

/** Anything that JSON can say, and often the same shape again. */
function anything(by: Chance, depth: number): unknown {
  const kind = by.below(depth > 3 ? 5 : 9);
  if (kind === 0) return null;
  if (kind === 1) return by.isTrue(0.5);
  if (kind === 2) return by.one(numbers);
  if (kind <= 4) return by.one(texts);
  if (kind <= 6) return members(by, depth + 1);
  return Array.from({ length: by.below(4) }, () => anything(by, depth + 1));
}

function members(by: Chance, depth: number): Json {
  const made = JSON.parse('{}') as Record<string, unknown>;
  for (let count = by.below(4); count > 0; count--)
    Object.defineProperty(made, by.one(names), {
      value: anything(by, depth),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return made;
}

const position = (by: Chance, size: number) => Array.from({ length: size }, () => by.below(360) / 2 - 90);

function geometry(by: Chance): unknown {
  const size = by.one([2, 2, 2, 3, 4]);
  const line = () => Array.from({ length: by.below(4) }, () => position(by, by.isTrue(0.05) ? 3 : size));
  const polygon = () => Array.from({ length: by.below(3) }, line);
  switch (by.below(10)) {
    case 0:
      return null;
    case 1:
      return { type: 'Point', coordinates: position(by, size) };
    case 2:
      return { type: 'MultiPoint', coordinates: line() };
    case 3:
      return { type: 'LineString', coordinates: line() };
    case 4:
      return { type: 'MultiLineString', coordinates: polygon() };
    case 5:
      return { type: 'MultiPolygon', coordinates: [polygon(), polygon()] };
    case 6:
      return { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: position(by, size) }] };
    case 7:
      return { type: 'Polygon', coordinates: polygon(), crs: { name: 'odd' } };
    case 8:
      return { type: 'Curve', coordinates: [] };
    default:
      return { type: 'Polygon', coordinates: polygon() };
  }
}

/** An item with what is usual, what is rare and what is wrong. */
export function randomItem(by: Chance, id: string): Json {
  const often: Json = {
    'eo:cloud_cover': by.one([12, 12.5, null, '12', 99]),
    'proj:epsg': by.one([32_633, 4_326, null, 1.5]),
    'proj:shape': by.one([[10, 20], [10.5, 20], [], [null, 1]]),
    created: by.one(times),
    platform: by.one(['one', 'two', 3]),
  };
  const assets = Object.fromEntries(
    Array.from({ length: by.below(4) }, (_, index) => [
      by.isTrue(0.9) ? `B0${index}` : by.one(names),
      { href: `https://example.com/${id}/${index}.tif`, roles: ['data'], ...(by.isTrue(0.3) && members(by, 1)) },
    ]),
  );
  const links = Array.from({ length: by.below(3) }, () => ({
    rel: 'self',
    href: `https://example.com/${id}`,
    ...(by.isTrue(0.1) && members(by, 2)),
  }));
  return item(
    id,
    { datetime: by.one(times), ...(by.isTrue(0.8) && often), ...members(by, 0) },
    {
      geometry: geometry(by),
      bbox: by.one([[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [170, -10, -170, 10], [], null, [1, 2, 3, 'x']]),
      links,
      assets,
      stac_extensions: by.one([[], ['https://example.com/a.json'], ['a', 'b'], null]),
      ...(by.isTrue(0.1) && { foreign: anything(by, 0) }),
    },
  );
}
