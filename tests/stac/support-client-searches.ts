import { type ArchiveItem, archive } from './support-client-archive.ts';

export const idsOf = (isWanted: (item: ArchiveItem) => boolean): string[] =>
  archive.filter(isWanted).map(({ id }) => id);
export const newestFirst = (a: ArchiveItem, b: ArchiveItem) =>
  b.properties.datetime.localeCompare(a.properties.datetime) || (a.id < b.id ? -1 : 1);
const cloudOf = ({ properties }: ArchiveItem) => properties['eo:cloud_cover'] as number | undefined;
const isNear = ({ bbox: [west, south, east, north] }: ArchiveItem) =>
  east >= 10 && west <= 30 && north >= 0 && south <= 12;
const near = [10, 0, 30, 12];
export const triangle = { type: 'Polygon', coordinates: [[[-60, -10], [40, -10], [-60, 30], [-60, -10]]] }; // prettier-ignore

/** Searches, and which items of the archive each must find. */
export const searches: Readonly<
  Record<string, readonly [Readonly<Record<string, unknown>>, (item: ArchiveItem) => boolean]>
> = {
  everything: [{}, () => true],
  bbox: [{ bbox: near }, isNear],
  'a point': [
    { intersects: { type: 'Point', coordinates: [20.5, 20.5] } },
    ({ bbox }) => bbox[0] === 20 && bbox[1] === 20,
  ],
  'a triangle': [{ intersects: triangle }, ({ bbox: [west, south] }) => (south + 10) * 2.5 + west + 60 <= 100],
  ids: [{ ids: ['beta-007', 'alpha-000', 'nothing'] }, ({ id }) => id === 'beta-007' || id === 'alpha-000'],
  collections: [{ collections: ['beta'] }, ({ collection }) => collection === 'beta'],
  'a day': [{ datetime: '2024-01-10' }, ({ properties }) => properties.datetime.startsWith('2024-01-10')],
  'a month': [{ datetime: '2024-02' }, ({ properties }) => properties.datetime.startsWith('2024-02')],
  'an interval': [
    { datetime: ['2024-01-05T00:00:00Z', '2024-01-07T00:00:00Z'] },
    ({ properties: { datetime } }) => datetime >= '2024-01-05' && datetime <= '2024-01-07T00:00:00.000Z',
  ],
  'an open end': [{ datetime: '2024-03-10/..' }, ({ properties }) => properties.datetime >= '2024-03-10'],
  'query, a range': [
    { query: { 'eo:cloud_cover': { gte: 15, lt: 35 } } },
    (item) => cloudOf(item)! >= 15 && cloudOf(item)! < 35,
  ],
  'query, not equal': [
    { query: { 'eo:cloud_cover': { neq: 15 } } },
    (item) => cloudOf(item) !== undefined && cloudOf(item) !== 15,
  ],
  'query as texts': [{ query: ['platform=sat-1'] }, ({ properties }) => properties['platform'] === 'sat-1'],
  'query as texts, of numbers': [
    { query: ['eo:cloud_cover>=15', 'eo:cloud_cover<35', 'platform<>sat-2'] },
    (item) => cloudOf(item)! >= 15 && cloudOf(item)! < 35 && item.properties['platform'] !== 'sat-2',
  ],
  'filter, text': [
    { filter: 'platform = \'sat-2\' AND "eo:cloud_cover" < 50' },
    (item) => item.properties['platform'] === 'sat-2' && cloudOf(item)! < 50,
  ],
  'filter, JSON': [
    { filter: { op: 'in', args: [{ property: 'grade' }, ['A', 'C']] } },
    ({ properties }) => properties['grade'] !== 'B',
  ],
  'filter, not': [
    { filter: { op: 'not', args: [{ op: '>', args: [{ property: 'eo:cloud_cover' }, 20] }] } },
    (item) => cloudOf(item)! <= 20,
  ],
  'filter, place and time': [
    { filter: "S_INTERSECTS(geometry, BBOX(10,0,30,12)) AND T_AFTER(datetime, TIMESTAMP('2024-02-05T12:00:00Z'))" },
    (item) => isNear(item) && item.properties.datetime > '2024-02-05T12',
  ],
  'all at once': [
    { bbox: near, collections: ['alpha'], datetime: '2024-01-01/2024-02-10', filter: "grade <> 'A'" },
    (item) =>
      isNear(item) &&
      item.collection === 'alpha' &&
      item.properties.datetime < '2024-02-11' &&
      item.properties['grade'] !== 'A',
  ],
  nothing: [{ ids: ['nothing'] }, () => false],
};
export const ways = (['GET', 'POST'] as const).flatMap((method) =>
  Object.keys(searches).map((name) => ({ method, name })),
);
