import type { FeatureColumn, FeatureLayer, FeatureLayers, FeatureRow } from '../../geometry/feature-layers.ts';
import { type Geometry, polygonsOf } from '../../geometry/geojson.ts';
import { readWkt } from '../../geometry/read-wkt.ts';
import { cornerGeometry, knownCell } from './cell-corners.ts';
import type { FileSource } from './source.ts';
import { tileColumns, valueOf } from './tile-columns.ts';

/** The select as layers of a map: its area, its cells, its tiles, and what no tile shows where that was asked for. */
export function layersOf(source: FileSource): FeatureLayers {
  const { selection } = source;
  const gaps = selection.summary?.cover?.gaps ?? null;
  const layers = [aoiLayer(source), cellLayer(source), tileLayer(source)];
  return {
    layers:
      gaps === null ? layers : [...layers, areaLayer('gaps', 'What the chosen acquisitions do not show', source, gaps)],
    lastChangeMs: selection.createdAtMs,
  };
}

const aoiLayer = (source: FileSource): FeatureLayer =>
  areaLayer('aoi', 'The area of interest', source, source.selection.request.aoi);

const areaColumns: readonly FeatureColumn[] = [
  { name: 'select_id', type: 'text' },
  { name: 'name', type: 'text' },
];

function areaLayer(name: string, description: string, { selection }: FileSource, area: Geometry | null): FeatureLayer {
  const values = [selection.id, selection.request.name];
  const rows = area === null ? [] : [{ geometry: multiPolygon(area), values }];
  return { name, description, geometryType: 'MultiPolygon', columns: areaColumns, rows };
}

/** Points and lines beside polygons are not of the area. */
const multiPolygon = (geometry: Geometry): Geometry => ({ type: 'MultiPolygon', coordinates: polygonsOf(geometry) });

const cellColumns: readonly FeatureColumn[] = [
  { name: 'cell_id', type: 'text' },
  { name: 'available_tiles', type: 'integer' },
  { name: 'best_matches', type: 'integer' },
  { name: 'stack_depth_fulfilled', type: 'boolean' },
  { name: 'acquisition_datetime_min', type: 'datetime' },
  { name: 'acquisition_datetime_max', type: 'datetime' },
];

const cellLayer = (source: FileSource): FeatureLayer => ({
  name: 'cells',
  description: 'Cells of the grid within the area',
  geometryType: 'MultiPolygon',
  columns: cellColumns,
  rows: cellRows(source),
});

async function* cellRows({ cells }: FileSource): AsyncIterable<FeatureRow> {
  for await (const cell of cells()) {
    const { cell_id, available_tiles, best_matches, stack_depth_fulfilled } = cell;
    const times = [cell.acquisition_datetime_min, cell.acquisition_datetime_max];
    const values = [cell_id, available_tiles, best_matches.length, stack_depth_fulfilled, ...times];
    yield { geometry: cornerGeometry(knownCell(cell_id)), values };
  }
}

const tileLayer = (source: FileSource): FeatureLayer => ({
  name: 'tiles',
  description: 'The best tiles of each cell, the best first',
  geometryType: 'MultiPolygon',
  columns: [{ name: 'rank', type: 'integer' }, ...tileColumns.map(renamed)],
  rows: tileRows(source),
});

/** Every reader of such files has an `id` of its own. */
const renamed = (column: FeatureColumn): FeatureColumn =>
  column.name === 'id' ? { ...column, name: 'tile_id' } : column;

async function* tileRows({ cells }: FileSource): AsyncIterable<FeatureRow> {
  for await (const { best_matches } of cells())
    for (const [index, tile] of best_matches.entries())
      yield {
        geometry: readWkt(tile.wkt),
        values: [index + 1, ...tileColumns.map((column) => valueOf(tile, column))],
      };
}
