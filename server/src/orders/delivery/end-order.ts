import type { Service } from '../../service.ts';
import { noticesOf } from '../notices.ts';
import type { OrderState } from '../order.ts';
import type { ClaimedOrder, OrderStore } from '../ports.ts';
import type { TileSum } from './sum-up-tiles.ts';
import { type SweepNeeds, sweepEnded } from './sweep-ended.ts';

export type EndNeeds = SweepNeeds &
  Pick<Service, 'clock' | 'config'> & { readonly orders: Pick<OrderStore, 'postpone' | 'finish'> };

export type Ending = {
  /** Null where its documents were written. */
  readonly failure: string | null;
  /** Null where it has none. */
  readonly manifestKey: string | null;
};

/** Request, root collection and manifest. */
const ownDocuments = 3;

/** Records how the order ended, with those that are told of it; then removes what failed attempts left. False where it is not this one's to end any more. */
export async function endOrder(
  needs: EndNeeds,
  { lease, order, credentials }: ClaimedOrder,
  sum: TileSum,
  { failure, manifestKey }: Ending,
): Promise<boolean> {
  const { orders, clock, log, config } = needs;
  const { acquisitions, begunKeys, ...counted } = sum;
  const state = stateOf(sum, failure);
  const end = { state, failure: failure ?? partFailure(sum), usage: sum.usage, nowMs: clock.nowMs() };
  const written = manifestKey === null ? 0 : acquisitions.length + ownDocuments;
  const facts = {
    ...counted,
    ...end,
    acquisitions: acquisitions.length,
    files: sum.files + written,
    manifestKey,
  };
  // An earlier run's manifest stays where it is.
  const hasManifest = manifestKey !== null || order.hasManifest;
  const isEnded = await orders.finish(lease, { ...end, hasManifest, notices: noticesOf({ config }, order, facts) });
  if (!isEnded) return false;
  log.info('an order ended', { orderId: order.id, state, ...sum.tiles });
  // Not waited for: a bucket may take long to answer.
  void sweepEnded(needs, order, credentials, begunKeys);
  return true;
}

function stateOf({ tiles }: TileSum, failure: string | null): Exclude<OrderState, 'RUNNING'> {
  if (failure !== null) return 'FAILED';
  return tiles.failed === 0 ? 'SUCCEEDED' : 'PARTIAL';
}

function partFailure({ tiles: { failed, total }, failedTiles: [first] }: TileSum): string | null {
  if (failed === 0) return null;
  const reason = first?.error ? `; the first: ${first.error}` : '';
  return `${failed} of ${total} tiles could not be delivered${reason}`;
}
