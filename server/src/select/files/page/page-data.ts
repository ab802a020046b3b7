import { type Geometry, type Polygon, polygonsOf } from '../../../geometry/geojson.ts';
import type { SelectedCell, SelectedTile } from '../../selection.ts';
import { cornersOf, knownCell } from '../cell-corners.ts';
import type { FileSource } from '../source.ts';
import { createAcquisitionTotals } from './acquisition-totals.ts';
import { jsonInPage } from './escaped.ts';
import { pictureKey } from './picture-data.ts';
import { rounded } from './rounded.ts';

/** A page with more is slow to open; the other files hold everything. */
const [mostCells, mostTiles] = [20_000, 20_000];

/** What the page's script draws; cells come first, and are not held while they pass. */
export async function* pageData({ selection, cells }: FileSource): AsyncIterable<string> {
  const totals = createAcquisitionTotals();
  let [cellCount, tileCount, shownTiles, separator] = [0, 0, 0, ''];
  yield '{"cells":[';
  for await (const cell of cells()) {
    for (const tile of cell.best_matches) totals.add(tile);
    tileCount += cell.best_matches.length;
    if (++cellCount > mostCells) continue;
    const tiles = cell.best_matches.slice(0, mostTiles - shownTiles);
    shownTiles += tiles.length;
    yield separator + jsonInPage(cellOf(cell, tiles));
    separator = ',\n';
  }
  const rest = {
    aoi: drawnPolygons(selection.request.aoi),
    gaps: drawnPolygons(selection.summary?.cover?.gaps ?? null),
    acquisitions: totals.newestFirst(),
    totals: totals.sum(),
    unshown: { cells: Math.max(0, cellCount - mostCells), tiles: tileCount - shownTiles },
  };
  yield `],\n${jsonInPage(rest).slice(1)}`;
}

const cellOf = ({ cell_id, available_tiles, best_matches }: SelectedCell, tiles: readonly SelectedTile[]) => ({
  id: cell_id,
  corners: cornersOf(knownCell(cell_id)).slice(0, 4).map(rounded),
  available: available_tiles,
  count: best_matches.length,
  tiles: tiles.map(tileOf),
});

const tileOf = (tile: SelectedTile) => ({
  key: pictureKey(tile),
  acquisition: tile.acquisition_id,
  date: tile.date,
  platform: tile['platform'] ?? null,
  cloudFree: tile['aoi:cloud_free_percentage'],
  data: tile['aoi:data_percentage'],
  offNadir: tile['view:off_nadir'] ?? null,
  area: tile['aoi:data_area_sqkm'],
});

const drawnPolygons = (geometry: Geometry | null): readonly Polygon['coordinates'][] =>
  geometry === null ? [] : polygonsOf(geometry).map((rings) => rings.map((ring) => ring.map(rounded)));
