import { newLongId } from '../../shared/long-id.ts';
import type { Order, OrderOutput } from '../order.ts';
import type { OrderRequest } from '../request/order-request.ts';
import type { CheckedBucket } from './check-bucket.ts';
import type { Customer } from './placing-needs.ts';

/** What the checks found out about an order. */
export type OrderFindings = Pick<
  Order,
  'aoi' | 'usage' | 'acquisitions' | 'warnings' | 'contentKey' | 'fingerprint'
> & {
  readonly bucket: CheckedBucket;
  readonly tiles: number;
};

export function newOrder(
  nowMs: number,
  { account, organization }: Pick<Customer, 'account' | 'organization'>,
  request: OrderRequest,
  { bucket, tiles, ...findings }: OrderFindings,
): Order {
  const id = newLongId();
  return {
    id,
    accountId: account.id,
    organizationId: organization.id,
    state: 'RUNNING',
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    finishedAtMs: null,
    failure: null,
    asSent: request.asSent,
    selectId: request.selectId,
    settings: request.settings,
    output: outputOf(id, request, bucket),
    notifications: request.notifications,
    metadata: request.metadata,
    ...findings,
    settledUsage: null,
    tiles: { total: tiles, delivered: 0, failed: 0 },
    deliveredBytes: 0,
    runs: 1,
    hasManifest: false,
    isPaused: false,
  };
}

function outputOf(id: string, { destination }: OrderRequest, { identity, label, place }: CheckedBucket): OrderOutput {
  const { target, prefix, shown } = destination;
  // Orders never meet in the managed bucket: each has its own folder.
  const own = [id, prefix].filter((part) => part !== '').join('/');
  const where = target.kind === 'managed' ? { prefix: own, place: own } : { prefix, place };
  return { target, label, identity, ...where, shown };
}
