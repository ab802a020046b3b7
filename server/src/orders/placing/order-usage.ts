import type { Prices } from '../../accounts/account.ts';
import { totalCostOf, usageOfAreas } from '../../usage/price-usage.ts';
import { type AgeClass, type Usage, noUsage } from '../../usage/usage.ts';
import type { AcquisitionShare } from '../order.ts';
import type { TileSpec } from '../tile.ts';

type Used = Pick<TileSpec, 'acquisitionId' | 'collection' | 'ageClass' | 'areaSqkm'>;

/** What tiles use and cost; equal to the estimate of the select that chose them. */
export const usageOfTiles = (tiles: Iterable<Pick<Used, 'ageClass' | 'areaSqkm'>>, prices: Prices): Usage =>
  usageOfAreas(areasOf(tiles), prices);

function areasOf(tiles: Iterable<Pick<Used, 'ageClass' | 'areaSqkm'>>): Usage['area'] {
  const area: Record<AgeClass, number> = { ...noUsage.area };
  for (const { ageClass, areaSqkm } of tiles) area[ageClass] += areaSqkm;
  return area;
}

/** What each acquisition gives, in the order in which they come. */
export function sharesOf(tiles: readonly Used[], prices: Prices): readonly AcquisitionShare[] {
  const groups = new Map<string, [Used, ...Used[]]>();
  for (const tile of tiles) {
    const key = JSON.stringify([tile.collection, tile.acquisitionId]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [tile]);
    else group.push(tile);
  }
  return [...groups.values()].map((group) => ({
    id: group[0].acquisitionId,
    collection: group[0].collection,
    tiles: group.length,
    areaSqkm: group.reduce((sum, { areaSqkm }) => sum + areaSqkm, 0),
    cost: totalCostOf(usageOfTiles(group, prices)),
  }));
}
