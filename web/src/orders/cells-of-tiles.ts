import type { OrderTile } from '@swath/client';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { tileStates } from './tile-states.ts';

export type CellProperties = { readonly cell: string; readonly state: OrderTile['state']; readonly tiles: number };
export type CellFeatures = FeatureCollection<Geometry, CellProperties>;

/** A feature for each cell: what is worst among its tiles is what is seen of it. */
export function cellsOf(tiles: readonly OrderTile[]): CellFeatures {
  const byCell = new Map<string, OrderTile[]>();
  for (const tile of tiles) byCell.set(tile.cell_id, [...(byCell.get(tile.cell_id) ?? []), tile]);
  return { type: 'FeatureCollection', features: [...byCell.values()].map(featureOf) };
}

function featureOf(tiles: readonly OrderTile[]): Feature<Geometry, CellProperties> {
  const { cell_id: cell, geometry } = tiles[0]!;
  const state = tileStates.find((each) => tiles.some((tile) => tile.state === each)) ?? 'queued';
  return {
    type: 'Feature',
    // The service's geometries are GeoJSON; its client library has no types of it.
    geometry: geometry as unknown as Geometry,
    properties: { cell, state, tiles: tiles.length },
  };
}
