import { readWkt } from '../../../geometry/read-wkt.ts';
import { stacItem } from '../../../select/files/stac-item.ts';
import type { SelectedTile } from '../../../select/selection.ts';

export const metadataFormats = ['geojson', 'order', 'stac'] as const;
type Format = (typeof metadataFormats)[number];

export const tileFeature = (tile: SelectedTile) => ({
  type: 'Feature',
  id: tile.id,
  geometry: readWkt(tile.wkt),
  properties: tile,
});

/** Features, STAC items, or what an order takes: the cells of each acquisition. */
export function tilesAs(format: Format, tiles: readonly SelectedTile[], baseUrl: string): object {
  if (format === 'order') return cellsByAcquisition(tiles);
  const features =
    format === 'stac'
      ? tiles.map((tile) => stacItem({ tile, geometry: readWkt(tile.wkt) }, baseUrl))
      : tiles.map(tileFeature);
  return { type: 'FeatureCollection', features };
}

function cellsByAcquisition(tiles: readonly SelectedTile[]): Readonly<Record<string, readonly string[]>> {
  const cells = new Map<string, string[]>();
  for (const { acquisition_id: id, cell_id: cell } of tiles) cells.set(id, [...(cells.get(id) ?? []), cell]);
  return Object.fromEntries(cells);
}
