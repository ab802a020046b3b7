import type { JsonObject } from '../../catalog/refuse.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { AskedTile } from './asked-tiles.ts';
import type { OrderedItem, OrderedItems } from './find-items.ts';

type Window = Pick<Service['config'], 'SWATH_HD_ABOVE_GSD' | 'SWATH_HD_UP_TO_GSD'>;

const tolerance = 1e-6;

/** Metres of ground a pixel, as the item says it; null where it does not. */
export function gsdOf({ gsd, pan_resolution_avg: panGsd }: JsonObject): number | null {
  const said = [gsd, panGsd].find((each) => typeof each === 'number' && Number.isFinite(each) && each > 0);
  return typeof said === 'number' ? said : null;
}

/** Why imagery of this resolution cannot be had as HD; null where it can. */
export function hdProblem(
  gsdMetres: number | null,
  { SWATH_HD_ABOVE_GSD: above, SWATH_HD_UP_TO_GSD: upTo }: Window,
): string | null {
  if (gsdMetres === null) return 'its resolution is not known';
  const shown = Number(gsdMetres.toFixed(3));
  if (gsdMetres <= above + tolerance) return `${shown} m is fine already: HD is for imagery coarser than ${above} m`;
  if (gsdMetres > upTo + tolerance) return `${shown} m is too coarse: HD is for imagery of up to ${upTo} m`;
  return null;
}

/** Neither as fine as what it would be made into, nor too coarse to be made finer. */
export const isHdPossible = (gsdMetres: number | null, window: Window): boolean =>
  hdProblem(gsdMetres, window) === null;

/** Refuses an order of HD with all acquisitions that have an item which cannot be had so. */
export function checkHd(
  config: Window,
  tiles: readonly AskedTile[],
  items: OrderedItems,
  hasVisual: (item: OrderedItem) => boolean,
): void {
  const isPossible = ({ record }: AskedTile) => {
    const sources = record.items.map((id) => items.get(record.collection, id));
    return sources.every(({ properties }) => isHdPossible(gsdOf(properties), config)) && sources.some(hasVisual);
  };
  const failing = new Set(tiles.filter((tile) => !isPossible(tile)).map(({ record }) => record.acquisition_id));
  if (failing.size > 0) throw new PlatformError('hd_not_possible', [...failing].sort().join(', '));
}
