import { PlatformError } from '../../shared/errors.ts';
import { nameSome } from '../../shared/name-some.ts';
import type { OrderSettings } from '../order.ts';
import type { TileSpec } from '../tile.ts';

type Wanted = Pick<OrderSettings, 'rasters' | 'hasDataMask'>;

/** Leaves out tiles that have nothing of what is asked for, and tells it; refuses an order that has no others. */
export function leaveOutBare(
  specs: readonly TileSpec[],
  wanted: Wanted,
): { readonly specs: readonly TileSpec[]; readonly warnings: readonly string[] } {
  const rest = specs.filter((spec) => !isBare(spec, wanted));
  if (rest.length === specs.length) return { specs, warnings: [] };
  const names = wanted.rasters.length === 0 ? 'cloud_mask' : wanted.rasters.join(', ');
  if (rest.length === 0)
    throw new PlatformError('order_refused', `settings: none of the acquisitions has what is switched on: ${names}`);
  const bare = specs.filter((spec) => isBare(spec, wanted));
  const tiles = `tiles of ${nameSome(new Set(bare.map(({ acquisitionId }) => acquisitionId)))}`;
  return { specs: rest, warnings: [`settings: ${tiles} have none of what is switched on and are left out: ${names}`] };
}

/** Masks alone may be asked for: every tile has an outline, not every one has clouds that somebody drew. */
const isBare = ({ sources, cloudWkt }: TileSpec, { rasters, hasDataMask }: Wanted): boolean =>
  rasters.length === 0
    ? !hasDataMask && cloudWkt === null
    : sources.every((source) => Object.keys(source.rasters).length === 0);
