import { parseCell } from '../../grid/cell.ts';
import { PlatformError } from '../../shared/errors.ts';
import { wholeCell } from '../../tiles/overlay/layer-area.ts';
import { rasterProducts } from '../order.ts';
import type { TileSpec } from '../tile.ts';
import type { OrderedItems } from './find-items.ts';

type Seen = {
  readonly items: OrderedItems;
  /** What kind of raster a file is, by its location; those that were not looked at are not there. */
  readonly kinds: ReadonlyMap<string, string>;
};

type Left = { readonly specs: readonly TileSpec[]; readonly warnings: readonly string[] };

const mostNamed = 20;

/** Leaves out tiles that would be laid together of rasters of different kinds, and tells it; refuses an order that has no others. */
export function leaveOutUnlike(specs: readonly TileSpec[], seen: Seen): Left {
  const unlike = new Map(specs.flatMap((spec) => unlikeKinds(spec, seen)));
  if (unlike.size === 0) return { specs, warnings: [] };
  const rest = specs.filter((spec) => !unlike.has(spec));
  const reasons = new Set([...unlike].map(([spec, kinds]) => `${spec.acquisitionId} (${kinds.join(', ')})`));
  const others = reasons.size > mostNamed ? ` and ${reasons.size - mostNamed} others` : '';
  const which = `items of different kinds, which cannot be one raster: ${[...reasons].slice(0, mostNamed).join('; ')}${others}`;
  if (rest.length === 0) throw new PlatformError('order_refused', `all tiles are of ${which}`);
  return { specs: rest, warnings: [`${unlike.size} tiles are left out: they are of ${which}`] };
}

/** Where the uppermost fills the cell, nothing below it shows. */
function unlikeKinds(spec: TileSpec, { items, kinds }: Seen): readonly (readonly [TileSpec, readonly string[]])[] {
  for (const product of rasterProducts) {
    const sources = spec.sources.filter(({ rasters }) => rasters[product] !== undefined);
    const found = [...new Set(sources.flatMap(({ rasters }) => kinds.get(rasters[product]!) ?? []))];
    if (found.length < 2) continue;
    const ground = items.get(spec.collection, sources[0]!.itemId).ground();
    if (ground?.within(parseCell(spec.cellId)!) !== wholeCell) return [[spec, found]];
  }
  return [];
}
