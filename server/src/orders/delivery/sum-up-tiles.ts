import type { EndFacts, FailedTile } from '../end-facts.ts';
import type { Order } from '../order.ts';
import type { OrderStore } from '../ports.ts';
import type { OrderTile, TileSpec } from '../tile.ts';
import type { AcquisitionTiles } from './acquisition-collection.ts';
import { deliveredUsage } from './delivered-usage.ts';
import { type Extent, extentOfTile, joinedExtent } from './extent.ts';
import { itemKey, tileFileKeys } from './layout.ts';
import { tileChunks } from './each-tile.ts';

/** What became of an order's tiles. */
export type TileSum = Pick<EndFacts, 'tiles' | 'emptyTiles' | 'bytes' | 'files' | 'failedTiles' | 'usage'> & {
  /** Of delivered tiles that have files, by their ids. */
  readonly acquisitions: readonly AcquisitionTiles[];
  /** Files of tiles that took more than one attempt, or that nobody will end: parts of them may be left. */
  readonly begunKeys: ReadonlySet<string>;
};

type Gathered = { readonly items: string[]; extent: Extent };

const mostFailedTold = 10;

export async function sumUpTiles(orders: Pick<OrderStore, 'tiles' | 'specs'>, order: Order): Promise<TileSum> {
  const acquisitions = new Map<string, Gathered>();
  const begunKeys = new Set<string>();
  const failedTiles: FailedTile[] = [];
  const area = { fresh: 0, standard: 0, training: 0 };
  let [total, delivered, shown, bytes, files] = [0, 0, 0, 0, 0];
  for await (const tiles of tileChunks(orders, order.id)) {
    const done = tiles.filter(({ state }) => state === 'delivered');
    const filled = done.filter((tile) => tile.files.length > 0);
    const begun = tiles.filter(isBegun).map(numberOf);
    const shownOnes = filled.map(numberOf);
    for (const { number, spec } of await orders.specs(order.id, [...shownOnes, ...begun])) {
      if (begun.includes(number)) for (const key of tileFileKeys(order.output.prefix, spec)) begunKeys.add(key);
      if (!shownOnes.includes(number)) continue;
      area[spec.ageClass] += spec.areaSqkm;
      addTo(acquisitions, spec);
    }
    failedTiles.push(...tiles.filter(({ state }) => state === 'failed').slice(0, mostFailedTold - failedTiles.length));
    total += tiles.length;
    delivered += done.length;
    shown += filled.length;
    files += done.reduce((sum, tile) => sum + tile.files.length, 0);
    bytes += done.reduce((sum, tile) => sum + bytesOf(tile), 0);
  }
  const usage = shown === total ? order.usage : deliveredUsage(order.usage, area, order.settledUsage);
  const tiles = { total, delivered, failed: total - delivered };
  const emptyTiles = delivered - shown;
  return { tiles, emptyTiles, bytes, files, failedTiles, usage, acquisitions: sorted(acquisitions), begunKeys };
}

const isBegun = ({ state, attempts }: OrderTile): boolean => attempts > (state === 'delivered' ? 1 : 0);

const numberOf = ({ number }: OrderTile): number => number;

const bytesOf = ({ files }: OrderTile): number => files.reduce((sum, { byteLength }) => sum + byteLength, 0);

function addTo(acquisitions: Map<string, Gathered>, spec: TileSpec): void {
  const [item, extent] = [itemKey('', spec), extentOfTile(spec)];
  const known = acquisitions.get(spec.acquisitionId);
  if (known === undefined) {
    acquisitions.set(spec.acquisitionId, { items: [item], extent: joinedExtent([extent]) });
    return;
  }
  known.items.push(item);
  known.extent = joinedExtent([known.extent, extent]);
}

const sorted = (acquisitions: ReadonlyMap<string, Gathered>): readonly AcquisitionTiles[] =>
  [...acquisitions]
    .map(([acquisitionId, { items, extent }]) => ({ acquisitionId, items: items.sort(), extent }))
    .sort((a, b) => (a.acquisitionId < b.acquisitionId ? -1 : 1));
