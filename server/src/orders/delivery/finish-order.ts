import type { Bucket } from '../../buckets/ports.ts';
import { probeBucket, refuseFailedProbe } from '../../buckets/probe-bucket.ts';
import type { Service } from '../../service.ts';
import { errorText } from '../../shared/error-text.ts';
import type { ClaimedOrder, OrderStore } from '../ports.ts';
import { LeaseLost } from '../running/lease-lost.ts';
import { eachTile } from './each-tile.ts';
import { endOrder } from './end-order.ts';
import { findAltered } from './find-altered.ts';
import { sendBack } from './send-back.ts';
import { settleFailedEnd } from './settle-failed-end.ts';
import { type TileSum, sumUpTiles } from './sum-up-tiles.ts';
import { withdrawManifest } from './withdraw-manifest.ts';
import { type DocumentPlace, writeDocuments } from './write-documents.ts';

export type FinishNeeds = Pick<Service, 'buckets' | 'clock' | 'log' | 'config'> & {
  readonly orders: Pick<
    OrderStore,
    'tiles' | 'specs' | 'progress' | 'isOrderHeld' | 'requeue' | 'giveTilesUp' | 'postpone' | 'finish'
  >;
  /** In [0, 1). */
  readonly random: () => number;
};

/** Brings an order to its end when all its tiles are settled; fails only where the store does. */
export async function finishOrder(
  needs: FinishNeeds,
  claimed: ClaimedOrder,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const hold = { isLost: false };
  const confirm = async () => {
    hold.isLost ||= signal.aborted || !(await needs.orders.isOrderHeld(claimed.lease));
    if (hold.isLost) throw new LeaseLost();
  };
  // Once more where tiles were given up on the way.
  for (let isSettled = false; !isSettled;) {
    const sum = await sumUpTiles(needs.orders, claimed.order);
    try {
      isSettled = await endOnce(needs, claimed, sum, { confirm, signal });
    } catch (error) {
      // Another brings it to its end now, or it was cancelled.
      if (signal.aborted || hold.isLost || error instanceof LeaseLost) return;
      needs.log.warn('an order could not be ended', { orderId: claimed.order.id, error: errorText(error) });
      await settleFailedEnd(needs, claimed, sum, error);
      return;
    }
  }
}

type Hooks = Omit<DocumentPlace, 'bucket'>;

/** False where the tiles are not what they were when it began. */
async function endOnce(needs: FinishNeeds, claimed: ClaimedOrder, sum: TileSum, hooks: Hooks): Promise<boolean> {
  if (sum.files === 0) {
    await endOrder(needs, claimed, sum, { failure: whyNothing(sum), manifestKey: null });
    return true;
  }
  const { orders, buckets, clock, log } = needs;
  const { order, credentials, lease } = claimed;
  const bucket = await buckets.open(order.output.target, { credentials, externalId: order.organizationId });
  try {
    // Few orders end at a time, and to find a bucket silent takes minutes: one that has failed before is asked briefly.
    if (order.failure !== null) await requireAnswer(bucket, order.output.prefix);
    const altered = await findAltered(bucket, order.output.prefix, eachTile(orders, order.id), hooks.signal);
    if (altered.length > 0) {
      const [first] = altered;
      log.warn('delivered objects were altered', { orderId: order.id, tiles: altered.length, first: first?.reason });
      return await sendBack(orders, lease, altered, clock.nowMs());
    }
    const manifestKey = await writeDocuments({ ...hooks, bucket }, order, sum.acquisitions, eachTile(orders, order.id));
    if (!(await endOrder(needs, claimed, sum, { failure: null, manifestKey }))) throw new LeaseLost();
    return true;
  } catch (error) {
    // It may lie there also where nobody heard of it any more.
    await withdrawManifest(orders, bucket, order);
    throw error;
  } finally {
    bucket.close();
  }
}

/** Only whether it answers: what else is wrong is told by whoever meets it. */
async function requireAnswer(bucket: Bucket, prefix: string): Promise<void> {
  const report = await probeBucket(bucket, prefix);
  if (report.failure?.isTransient === true) refuseFailedProbe(report);
}

function whyNothing({ failedTiles: [first], tiles }: TileSum): string {
  if (tiles.failed === 0) return 'the imagery shows nothing in any of its cells';
  return first?.error ? `no tile could be delivered; the first: ${first.error}` : 'no tile could be delivered';
}
