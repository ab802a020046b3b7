import { PlatformError } from '../../shared/errors.ts';
import type { OrderSettings } from '../order.ts';
import type { TileSpec } from '../tile.ts';

const mostNamed = 20;

/** Warns of acquisitions that have none of the rasters asked for; refuses an order that has no others. */
export function withoutRasters(
  specs: readonly TileSpec[],
  { rasters }: Pick<OrderSettings, 'rasters'>,
): readonly string[] {
  if (rasters.length === 0) return [];
  const bare = specs.filter(isBare);
  if (bare.length === 0) return [];
  const wanted = rasters.join(', ');
  if (bare.length === specs.length)
    throw new PlatformError('order_refused', `settings: none of the acquisitions has what is switched on: ${wanted}`);
  const ids = [...new Set(bare.map(({ acquisitionId }) => acquisitionId))];
  const rest = ids.length > mostNamed ? ` and ${ids.length - mostNamed} others` : '';
  return [
    `settings: tiles of ${ids.slice(0, mostNamed).join(', ')}${rest} have none of what is switched on: ${wanted}`,
  ];
}

const isBare = ({ sources }: TileSpec): boolean => sources.every((source) => Object.keys(source.rasters).length === 0);
