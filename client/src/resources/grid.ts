import { callsOf } from '../calls.ts';
import { pathOf } from '../query.ts';
import { readObject } from '../pages.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { FeaturePage, Geometry, Item, SearchRequest } from '../wire/stac.ts';
import { featureSearch } from './feature-pages.ts';

/** A square of the imagery grid. */
export type Cell = {
  readonly type: 'Feature';
  readonly id: string;
  readonly bbox: readonly number[];
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>> & { readonly cell_id: string };
};

/** An area: GeoJSON, well-known text, a box, or what both have in common. */
export type Area = { readonly intersects?: Geometry | string; readonly bbox?: readonly number[] };

export type Grid = {
  cell(id: string, options?: CallOptions): Promise<Cell>;
  /** Those that cover the area; of 5 km without a level. */
  cells(area: Area & { readonly level?: number }, options?: CallOptions): Promise<readonly Cell[]>;
  /** One page of tiles: what each acquisition shows of each cell. */
  tiles(request: SearchRequest, options?: CallOptions): Promise<FeaturePage<Item>>;
  tilePages(request: SearchRequest, options?: CallOptions): AsyncGenerator<FeaturePage<Item>>;
};

export function grid(sender: Sender): Grid {
  const { page: tiles, pages: tilePages } = featureSearch<Item>(sender, '/services/imagegrid/search');
  const { get, ask } = callsOf(sender);
  return {
    cell: (id, options) => get(pathOf('grid', 'cells', id), readCell, options),
    cells: async (area, options) => (await ask('/grid/cells', area, readCells, options)).features,
    tiles,
    tilePages,
  };
}

const readCell = readObject<Cell>('id', 'geometry', 'properties');
const readCells = readObject<{ readonly features: readonly Cell[] }>('features');
