import type { StoredItem } from '../../catalog/ports.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import type { Cell } from '../../grid/cell.ts';
import { tileId } from '../acquisition.ts';
import { type TileMeasures, measureTile } from '../measure-tile.ts';
import { tileGeometry } from '../tile-geometry.ts';
import type { Place } from './place.ts';
import type { FoundTile } from './walk-tiles.ts';

/** A piece of an acquisition: what its items show of one cell. */
export type GridTile = {
  readonly id: string;
  readonly cell: Cell;
  readonly cellId: string;
  readonly acquisition: string;
  /** Whose imagery it is, in the order of the search. */
  readonly items: readonly StoredItem[];
  readonly geometry: Geometry;
  readonly measures: TileMeasures;
  /** Whether an area of interest was given. */
  readonly hasAoi: boolean;
};

export function measuredTile({ cell, cellId, items }: FoundTile, place: Place): GridTile {
  const layers = items.map(({ ground }) => ground.within(cell));
  const aoi = place.aoiIn(cell);
  const { acquisition } = items[0]!;
  return {
    id: tileId(acquisition, cellId),
    cell,
    cellId,
    acquisition,
    items: items.map(({ stored }) => stored),
    geometry: tileGeometry(cell, layers),
    measures: measureTile(
      layers.map((data) => ({ data, clouds: null })),
      aoi,
    ),
    hasAoi: aoi !== null,
  };
}
