import type { OrderStore } from '../ports.ts';
import { LeaseLost } from '../running/lease-lost.ts';
import type { OrderLease } from '../tile.ts';
import type { AlteredTile } from './find-altered.ts';

/** Whatever changes objects behind our back is not fed for ever. */
const mostAttempts = 3;
const mostEnds = 4;

const reason = 'its files in the bucket were changed or removed after they were delivered';

/** Tiles whose objects were altered are delivered again; those that were too often are failed. True where some are under way again. */
export async function sendBack(
  orders: Pick<OrderStore, 'requeue' | 'giveTilesUp'>,
  lease: OrderLease,
  altered: readonly AlteredTile[],
  nowMs: number,
): Promise<boolean> {
  // Attempts alone may be those of a bucket that was away for a while.
  const isHopeless = ({ attempts }: AlteredTile) => attempts > mostAttempts && lease.fence > mostEnds;
  const hopeless = altered.filter(isHopeless).map(({ number }) => number);
  const others = altered.filter((tile) => !isHopeless(tile)).map(({ number }) => number);
  if (hopeless.length > 0 && !(await orders.giveTilesUp(lease, hopeless, reason, nowMs))) throw new LeaseLost();
  if (others.length > 0) await orders.requeue(lease, others, reason, nowMs);
  return others.length > 0;
}
