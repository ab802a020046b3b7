import type { TileCounts } from './order.ts';
import type { OrderEnd } from './ports.ts';

export type FailedTile = {
  readonly acquisitionId: string;
  readonly cellId: string;
  readonly error: string | null;
};

/** How an order ended, as its notices tell it. */
export type EndFacts = Pick<OrderEnd, 'state' | 'failure' | 'usage' | 'nowMs'> & {
  readonly tiles: TileCounts;
  /** Delivered ones without files, in whose cells the imagery shows nothing. */
  readonly emptyTiles: number;
  /** Those of which a tile was delivered. */
  readonly acquisitions: number;
  /** All objects that the order put into the bucket. */
  readonly files: number;
  readonly bytes: number;
  /** The first ten are enough. */
  readonly failedTiles: readonly FailedTile[];
  /** With the prefix; null where there is no manifest. */
  readonly manifestKey: string | null;
};
