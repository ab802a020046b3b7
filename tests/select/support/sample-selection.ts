import { writeWkt } from '../../../server/src/geometry/write-wkt.ts';
import type { Geometry } from '../../../server/src/geometry/geojson.ts';
import { cellGeometry } from '../../../server/src/grid/cell-polygon.ts';
import { type Cell, formatCell, parseCell } from '../../../server/src/grid/cell.ts';
import type { SelectSummary, SelectedCell, SelectedTile, Selection } from '../../../server/src/select/selection.ts';

export const sampleBaseUrl = 'https://swath.test';

const createdAtMs = Date.UTC(2026, 4, 3, 9, 30);
const dayMs = 86_400_000;

/** The cell so many places east and south of a cell of the grid. */
export function cellBeside(start: string, east: number, south: number): string {
  const { zone, quadkey } = parseCell(start)!;
  let [x, y] = [east, south];
  for (const [index, digit] of [...quadkey].entries()) {
    const weight = 2 ** (quadkey.length - 1 - index);
    x += (Number(digit) & 1) * weight;
    y += (Number(digit) >> 1) * weight;
  }
  const digits = Array.from({ length: quadkey.length }, (_, index) => {
    const weight = 2 ** (quadkey.length - 1 - index);
    return (Math.floor(x / weight) % 2) + 2 * (Math.floor(y / weight) % 2);
  });
  return formatCell({ zone, quadkey: digits.join('') });
}

const someCell: Cell = parseCell('Z13-031133231113')!;

export function sampleTile(cellId: string, index = 0, changes: Partial<SelectedTile> = {}): SelectedTile {
  const cell = parseCell(cellId) ?? someCell;
  const acquisition = changes.acquisition_id ?? `10300100D${String(4_000 + index * 37)}00`;
  const datetime = new Date(createdAtMs - (20 + index * 190) * dayMs).toISOString().replace('Z', '000Z');
  return {
    id: `${acquisition}-${cellId}`,
    acquisition_id: acquisition,
    collection: 'wv-ard',
    items: [`${acquisition}-a`, `${acquisition}-b`],
    date: datetime.slice(0, 10),
    datetime,
    modified: '2026-04-30T00:00:00.000000Z',
    constellation: 'maxar',
    platform: ['worldview-03', 'worldview-02', 'geoeye-01'][index % 3]!,
    instruments: ['VNIR', 'SWIR'],
    cell_id: cellId,
    'eo:cloud_cover': 3.25,
    'view:off_nadir': 12.5 + index,
    'view:azimuth': 201.1,
    'view:sun_azimuth': 158.4,
    'view:sun_elevation': 61.2,
    off_nadir_min: 12,
    off_nadir_max: 13.5,
    pan_resolution_min: 0.31,
    pan_resolution_avg: 0.32,
    pan_resolution_max: 0.33,
    multi_resolution_min: 1.24,
    multi_resolution_avg: 1.28,
    multi_resolution_max: null,
    'tile:zone': cell.zone,
    'tile:quadkey': cell.quadkey,
    'tile:data_percentage': 100,
    'tile:no_data_percentage': 0,
    'tile:cloud_percentage': 1.5,
    'tile:cloud_free_percentage': 98.5,
    'tile:cloud_polys': null,
    wkt: writeWkt(cellGeometry(cell)),
    'aoi:data_area_sqkm': 25,
    'aoi:data_percentage': 100,
    'aoi:cloud_free_percentage': 98 - index,
    ...changes,
  };
}

export function sampleCell(cellId: string, tiles = 3, changes: Partial<SelectedCell> = {}): SelectedCell {
  const matches = Array.from({ length: tiles }, (_, index) => sampleTile(cellId, index));
  const times = matches.map(({ datetime }) => datetime).sort();
  return {
    cell_id: cellId,
    available_tiles: tiles * 2,
    stack_depth_fulfilled: tiles >= 3,
    acquisition_datetime_min: times[0] ?? null,
    acquisition_datetime_max: times.at(-1) ?? null,
    best_matches: matches,
    ...changes,
  };
}

/** A block of cells; some have no tile. */
export const sampleCells = (columns: number, rows: number, start = 'Z13-031133231113'): readonly SelectedCell[] =>
  Array.from({ length: columns * rows }, (_, index) =>
    sampleCell(cellBeside(start, index % columns, Math.floor(index / columns)), index % 7 === 5 ? 0 : 1 + (index % 4)),
  );

export const sampleAoi: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-106.8, 35.1],
      [-106.4, 35.1],
      [-106.36, 35.3],
      [-106.6, 35.37],
      [-106.8, 35.34],
      [-106.8, 35.1],
    ],
  ],
};

export function sampleSelection(
  cells: readonly SelectedCell[],
  changes: Partial<Selection['request']> = {},
  summaryChanges: Partial<SelectSummary> = {},
): Selection {
  const tiles = cells.flatMap(({ best_matches }) => best_matches);
  const request: Selection['request'] = {
    aoi: sampleAoi,
    ids: null,
    collections: null,
    datetime: null,
    query: { 'aoi:cloud_free_percentage': { gte: 90 } },
    stackDepth: 3,
    ages: null,
    bestCover: null,
    name: 'Rio Grande, north of Albuquerque',
    metadata: null,
    asSent: { intersects: sampleAoi, query: { 'aoi:cloud_free_percentage': { gte: 90 } }, stack_depth: 3 },
    unknownMembers: [],
    ...changes,
  };
  const summary: SelectSummary = {
    acquisitions: [...new Set(tiles.map(({ acquisition_id }) => acquisition_id))],
    warnings: [],
    cells: cells.length,
    cellsWithTiles: cells.filter(({ best_matches }) => best_matches.length > 0).length,
    cellsFulfilled: cells.filter(({ stack_depth_fulfilled }) => stack_depth_fulfilled).length,
    tiles: tiles.length,
    candidateTiles: tiles.length * 2,
    aoiAreaSqkm: 1_013.4,
    areaSqkm: { fresh: 25 * Math.ceil(tiles.length / 2), standard: 25 * Math.floor(tiles.length / 2), training: 75 },
    cover: null,
    ...summaryChanges,
  };
  return {
    id: '5725301122138062875',
    accountId: 'account',
    status: 'SUCCEEDED',
    createdAtMs,
    expiresAtMs: createdAtMs + 30 * dayMs,
    grants: null,
    request,
    summary,
    failure: null,
  };
}

/** As a store gives them: anew at each call. */
export const streamed = (cells: Iterable<SelectedCell>) =>
  async function* stream(): AsyncIterable<SelectedCell> {
    yield* cells;
  };
