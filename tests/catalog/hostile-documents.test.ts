import { expect, test } from 'vitest';
import { parseCollection } from '../../server/src/catalog/collection.ts';
import { parseItem } from '../../server/src/catalog/item.ts';
import { readSearchBody, readSearchQuery } from '../../server/src/catalog/languages/search-parameters.ts';
import { compileRequest } from '../../server/src/catalog/match-request.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { itemJson, makeCollection, makeItem, square } from './contract/fixtures.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';

const seed = 7_112_026;
const nasty = [
  null,
  undefined,
  true,
  0,
  -0,
  -1,
  1e308,
  180,
  -180,
  541,
  90,
  '',
  ' ',
  '..',
  '/',
  '\u0000',
  '\ud800',
  '__proto__',
  "'; DROP TABLE items --",
  '2020-06-15T12:00:00Z',
  [],
  [[]],
  [[[[[[0]]]]]],
  {},
  { type: 'Point', coordinates: [] },
  { type: 'Polygon', coordinates: [] },
  { type: 'Polygon', coordinates: [[]] },
  { type: 'LineString', coordinates: [] },
  { type: 'MultiPolygon', coordinates: [[]] },
  { type: 'GeometryCollection', geometries: [{ type: 'MultiPoint', coordinates: [] }] },
  square(170, 0, 300),
  JSON.parse('{"__proto__":{"x":1},"constructor":1}') as object,
];

/** The document with one to three of its members replaced, taken away or doubled. */
function damaged(document: unknown, random: Random): unknown {
  const copy = structuredClone(document);
  for (let hits = 1 + random.below(3); hits > 0; hits--) damage(copy, random);
  return JSON.parse(JSON.stringify(copy));
}

function damage(node: unknown, random: Random): void {
  if (typeof node !== 'object' || node === null) return;
  const names = Object.keys(node);
  if (names.length === 0) return;
  const name = random.pick(names);
  const members = node as Record<string, unknown>;
  const isDeeper = typeof members[name] === 'object' && members[name] !== null && random.below(3) > 0;
  if (isDeeper) damage(members[name], random);
  else if (random.below(5) === 0) delete members[name];
  else members[name] = structuredClone(random.pick(nasty));
}

const isClear = ({ kind, message }: PlatformError): boolean =>
  (kind === 'invalid_parameters' || kind === 'geometry_unusable') && /^'.+' ./s.test(message);

function outcomeOf(read: () => unknown): 'read' | 'refused' {
  try {
    read();
    return 'read';
  } catch (error) {
    if (error instanceof PlatformError && isClear(error)) return 'refused';
    throw error;
  }
}

const search = {
  ids: ['one'],
  collections: ['a'],
  intersects: square(179, 0, 5),
  datetime: '2020-06-15T12:00:00Z/..',
  filter: {
    op: 'and',
    args: [
      { op: '<', args: [{ property: 'a' }, 1] },
      { op: 'isNull', args: [{ property: 'b' }] },
    ],
  },
  query: { c: { in: [1, 'x'] } },
  sortby: [{ field: 'a', direction: 'asc' }],
  fields: { include: ['id'], exclude: ['geometry'] },
  limit: 5,
  page: 2,
};
const document = itemJson('one', {
  geometry: { type: 'GeometryCollection', geometries: [square(178, 0, 4), { type: 'Point', coordinates: [1, 2] }] },
  bbox: [178, 0, -178, 4],
  properties: { start_datetime: '2020-06-15T12:00:00Z', end_datetime: '2020-06-15T13:00:00Z' },
  assets: { one: { href: 'x' } },
  links: [{ rel: 'license', href: 'y' }],
});

test('damaged searches, items and collections are read or refused by the name of a member, never worse', () => {
  const random = createRandom(seed);
  const item = makeItem('one');
  const seen = { read: 0, refused: 0 };
  for (let i = 0; i < 800; i++) {
    const readers = [
      () => compileRequest(readSearchBody(damaged(search, random)), 'all')(item),
      () => parseItem(damaged(document, random)),
      () => parseCollection(damaged(makeCollection('a').document, random)),
    ];
    for (const read of readers) seen[outcomeOf(read)]++;
  }
  expect(seen.read).toBeGreaterThan(100);
  expect(seen.refused).toBeGreaterThan(500);
});

test('so are damaged parameters of a URL', () => {
  const random = createRandom(seed + 1);
  const names = [...Object.keys(search), 'bbox', 'token', 'where', 'filter-lang', 'filter-crs', 'orderby', '__proto__'];
  const texts = nasty.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')));
  const seen = new Set<string>();
  for (let i = 0; i < 1_500; i++) {
    const query = Object.fromEntries(
      Array.from({ length: 1 + random.below(3) }, () => [random.pick(names), random.pick(texts)] as const),
    );
    seen.add(outcomeOf(() => readSearchQuery(query)));
  }
  expect(seen).toEqual(new Set(['read', 'refused']));
});
