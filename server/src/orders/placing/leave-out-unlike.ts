import { type Cell, cellBounds, parseCell } from '../../grid/cell.ts';
import { reachesOver } from '../../imagery/cut/covers-alone.ts';
import { boxOnPixels } from '../../imagery/cut/target-grid.ts';
import { nameOf } from '../../imagery/known-systems.ts';
import { PlatformError } from '../../shared/errors.ts';
import { nameSome } from '../../shared/name-some.ts';
import { wholeCell } from '../../tiles/overlay/layer-area.ts';
import { rasterProducts } from '../order.ts';
import type { TileSpec } from '../tile.ts';
import type { OrderedItems } from './find-items.ts';
import type { SeenRaster } from './look-at-imagery.ts';

type Seen = {
  readonly items: OrderedItems;
  /** By the location of their files; those that were not looked at are not there. */
  readonly rasters: ReadonlyMap<string, SeenRaster>;
};

type Left = { readonly specs: readonly TileSpec[]; readonly warnings: readonly string[] };

/** Leaves out tiles that would be laid together of rasters of different kinds, and tells it; refuses an order that has no others. */
export function leaveOutUnlike(specs: readonly TileSpec[], seen: Seen): Left {
  const unlike = new Map(specs.flatMap((spec) => unlikeKinds(spec, seen)));
  if (unlike.size === 0) return { specs, warnings: [] };
  const rest = specs.filter((spec) => !unlike.has(spec));
  const reasons = new Set([...unlike].map(([spec, kinds]) => `${spec.acquisitionId} (${kinds.join(', ')})`));
  const which = `items of different kinds, which cannot be one raster: ${nameSome(reasons, '; ')}`;
  if (rest.length === 0) throw new PlatformError('order_refused', `all tiles are of ${which}`);
  const told = unlike.size === 1 ? '1 tile is left out: it is' : `${unlike.size} tiles are left out: they are`;
  return { specs: rest, warnings: [`${told} of ${which}`] };
}

/** Where the uppermost fills the cell, nothing below it shows. */
function unlikeKinds(spec: TileSpec, seen: Seen): readonly (readonly [TileSpec, readonly string[]])[] {
  for (const product of rasterProducts) {
    const sources = spec.sources.filter(({ rasters }) => rasters[product] !== undefined);
    const found = [...new Set(sources.flatMap(({ rasters }) => seen.rasters.get(rasters[product]!)?.kind ?? []))];
    if (found.length < 2) continue;
    const { itemId, rasters } = sources[0]!;
    const cell = parseCell(spec.cellId)!;
    const ground = seen.items.get(spec.collection, itemId).ground();
    const isFilled = ground?.within(cell) === wholeCell || fills(seen.rasters.get(rasters[product]!), cell);
    if (!isFilled) return [[spec, found]];
  }
  return [];
}

/** A footprint may be drawn within what its pixels show. */
function fills(raster: SeenRaster | undefined, cell: Cell): boolean {
  if (raster?.isFull !== true) return false;
  const { epsg, bounds } = cellBounds(cell);
  const { crs, pixelToWorld } = raster.ground;
  const box = nameOf(crs) === nameOf({ epsg }) ? boxOnPixels(bounds, pixelToWorld) : null;
  return box !== null && reachesOver(raster.ground, box);
}
