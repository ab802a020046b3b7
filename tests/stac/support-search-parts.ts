import { countRows } from '../catalog/vector-files.ts';
import { nastyTexts, nastyValue } from '../abuse/support/nasty-values.ts';
import type { Random } from '../support/seeded-random.ts';

/** Members of a search that are right: what the broken ones are made from. */
export const goodParts: Readonly<Record<string, readonly unknown[]>> = {
  bbox: [[-10, -10, 30, 30], [170, -20, -170, 20], [0, 0, -5, 10, 10, 5], [-180, -90, 180, 90]],
  datetime: ['2024-01-10T00:00:00Z', '2024-01-01T00:00:00Z/..', '../2024-02-01t00:00:00.5z', '2024-01-01T00:00:00+02:00/2024-03-01T00:00:00-05:00'],
  intersects: [
    { type: 'Point', coordinates: [20.5, 20.5] },
    { type: 'LineString', coordinates: [[0, 0], [40, 30]] },
    { type: 'Polygon', coordinates: [[[0, 0], [40, 0], [40, 40], [0, 0]]] },
    { type: 'MultiPolygon', coordinates: [[[[0, 0], [4, 0], [4, 4], [0, 0]]], [[[10, 0], [14, 0], [14, 4], [10, 0]]]] },
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 1] }] },
  ],
  filter: [
    { op: 'and', args: [{ op: '=', args: [{ property: 'grade' }, 'A'] }, { op: '<', args: [{ property: 'eo:cloud_cover' }, 50] }] },
    { op: 's_intersects', args: [{ property: 'geometry' }, { type: 'Point', coordinates: [20.5, 20.5] }] },
    { op: 'in', args: [{ property: 'platform' }, ['sat-1', 'sat-2']] },
    { op: 'like', args: [{ op: 'casei', args: [{ property: 'platform' }] }, 'SAT%'] },
    { op: 't_during', args: [{ interval: [{ property: 'datetime' }, '..'] }, { interval: ['2024-01-01', '2025-01-01'] }] },
    { op: 'between', args: [{ property: 'gsd' }, 0.3, { op: '+', args: [0.2, 0.3] }] },
    { op: 'a_contains', args: [{ property: 'tags' }, ['a', 1, true]] },
    { op: 'not', args: [{ op: 'isNull', args: [{ property: 'eo:cloud_cover' }] }] },
  ],
  query: [{ 'eo:cloud_cover': { gte: 5, lt: 60 } }, { platform: { startsWith: 'sat', in: ['sat-1'] } }, { grade: { neq: 'A' } }],
  ids: [['alpha-001', 'beta-002'], ['none']],
  collections: [['alpha'], ['alpha', 'beta']],
  sortby: [[{ field: 'properties.datetime', direction: 'asc' }], [{ field: 'id', direction: 'desc' }, { field: 'eo:cloud_cover', direction: 'asc' }], '+gsd,-id'],
  fields: [{ include: ['id', 'properties.gsd'], exclude: ['assets'] }, { exclude: ['geometry'] }, 'id,-links'],
  limit: [0, 1, 7, 100],
  page: [1, 3],
  offset: [0, 7],
  'filter-lang': ['cql2-json', 'cql2-text'],
  'filter-crs': ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
}; // prettier-ignore

const ownTexts = [
  'grade = \'A\' AND "eo:cloud_cover" < 50',
  'S_INTERSECTS(geometry, POLYGON((0 0,10 0,10 10,0 0)))',
  "CASEI(platform) LIKE casei('SAT%') OR NOT (gsd IN (0.3, 0.4))",
  "T_DURING(INTERVAL(datetime, '..'), INTERVAL('2024-01-01','2025-01-01'))",
  'gsd * 2 + 1 ^ 2 >= "eo:cloud_cover" DIV 3 AND datetime IS NOT NULL',
  "A_CONTAINS(tags, ('a', 'b'))",
];

/** Filters as texts; those of the standard too, where they are beside the project. */
export const goodTexts: readonly string[] = [...ownTexts, ...countRows().map(({ filter }) => filter)];

const pieces = [
  '(',
  ')',
  "'",
  '"',
  ',',
  ' AND ',
  ' NOT ',
  '--',
  '\0',
  '😀',
  '\ud800',
  ' IN ()',
  'BBOX(',
  '1e999',
  '%',
  ' LIKE ',
  '.',
  '/',
  '..',
  '$',
  '\\',
  '{',
  '[',
];

/** A text with some of its characters gone, doubled, moved or replaced. */
export function brokenText(random: Random, text: string): string {
  let broken = text;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(broken.length + 1);
    const to = at + random.below(6);
    const inserted = random.pick([
      '',
      random.pick(pieces),
      broken.slice(at, to).repeat(2),
      random.pick(nastyTexts).slice(0, 40),
    ]);
    broken = broken.slice(0, at) + inserted + broken.slice(to);
  }
  return broken;
}

/** A value with one thing in it, however deep, replaced by something that nobody asked for. */
export function brokenValue(random: Random, value: unknown): unknown {
  if (random.chance(0.15)) return nastyValue(random);
  if (typeof value === 'string') return random.chance(0.5) ? brokenText(random, value) : nastyValue(random);
  if (typeof value !== 'object' || value === null) return nastyValue(random);
  if (Array.isArray(value)) return brokenList(random, value);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  if (at === entries.length) return { ...value, [random.pick(nastyTexts)]: nastyValue(random) };
  const [name, member] = entries[at]!;
  if (random.chance(0.2)) return Object.fromEntries(entries.filter((_, i) => i !== at));
  return { ...value, [name]: brokenValue(random, member) };
}

function brokenList(random: Random, list: readonly unknown[]): unknown {
  const at = random.below(Math.max(1, list.length));
  const kind = random.below(5);
  if (kind === 0) return list.filter((_, i) => i !== at);
  if (kind === 1) return [...list, ...list];
  if (kind === 2) return [list];
  return list.map((member, i) => (i === at ? brokenValue(random, member) : member));
}
