import { type Principal, keyIdOf } from '../accounts/principal.ts';
import type { BucketCredentials } from '../buckets/bucket-target.ts';
import { probeBucket, refuseFailedProbe } from '../buckets/probe-bucket.ts';
import { isVisible, visibilityOfGrants } from '../catalog/visibility.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { yearOf } from '../usage/balance.ts';
import { sumOfUsage } from '../usage/price-usage.ts';
import { eachTile } from './delivery/each-tile.ts';
import type { Order } from './order.ts';
import { type RetryRequest, credentialsFor } from './read-retry.ts';
import { boundProbe } from './placing/bound-probes.ts';
import { checkBudget } from './placing/check-budget.ts';
import { usageOfTiles } from './placing/order-usage.ts';
import { findSourcesAnew } from './find-sources-anew.ts';
import type { NumberedSpec } from './tile.ts';

type Needs = Pick<Service, 'orders' | 'buckets' | 'catalog' | 'usageLog' | 'clock'>;

export type RetryOptions = { readonly asked: RetryRequest; readonly signal?: AbortSignal };

/** Puts the failed tiles of an ended order back into the queue. */
export async function retryOrder(
  service: Needs,
  caller: Pick<Principal, 'organization' | 'collections' | 'credential'>,
  order: Order,
  { asked, signal }: RetryOptions,
): Promise<Order> {
  const { orders, clock } = service;
  const failed = await specsOf(orders, order.id, await failedTiles(service, order));
  const credentials = credentialsFor(order, asked);
  requireGranted(caller, failed);
  const tiles = failed.map(({ spec }) => spec);
  const more = usageOfTiles(tiles, caller.organization.prices);
  // What it adds is counted where the order is: in the year that it was placed in.
  const budget = { asked: more, year: yearOf(order.createdAtMs) };
  await checkBudget(service, caller.organization, more, { placedAtMs: order.createdAtMs });
  const specs = await findSourcesAnew(service, caller, failed, signal);
  await requireBucket(service, order, credentials);
  const usage = sumOfUsage(order.usage, more);
  const nowMs = clock.nowMs();
  const keyId = keyIdOf(caller);
  const queued = await orders.retry(order.id, { specs, credentials, usage, budget, runs: order.runs, keyId, nowMs });
  if (queued === null) throw new PlatformError('conflict', 'the order has no failed tiles any more');
  return (await orders.byId(order.accountId, order.id)) ?? order;
}

async function failedTiles({ orders }: Pick<Needs, 'orders'>, { id, state }: Order): Promise<readonly number[]> {
  if (state === 'RUNNING') throw new PlatformError('conflict', 'the order is still running');
  if (state === 'CANCELLED') throw new PlatformError('conflict', 'the order was cancelled');
  const failed: number[] = [];
  for await (const tile of eachTile(orders, id)) if (tile.state === 'failed') failed.push(tile.number);
  // One that failed with all its tiles there could not be brought to its end.
  if (failed.length === 0 && state !== 'FAILED') throw new PlatformError('conflict', 'the order has no failed tiles');
  return failed;
}

/** What was accepted is delivered; what has failed is asked for anew, by whoever may have it now. */
function requireGranted({ collections }: Pick<Principal, 'collections'>, failed: readonly NumberedSpec[]): void {
  const visibility = visibilityOfGrants(collections);
  const withdrawn = new Set(failed.map(({ spec }) => spec.collection).filter((each) => !isVisible(each, visibility)));
  if (withdrawn.size > 0)
    throw new PlatformError(
      'order_refused',
      `failed tiles are of collections that are not granted any more: ${[...withdrawn].sort().join(', ')}`,
    );
}

const specsAtOnce = 500;

async function specsOf(
  orders: Needs['orders'],
  id: string,
  numbers: readonly number[],
): Promise<readonly NumberedSpec[]> {
  const specs: NumberedSpec[] = [];
  for (let at = 0; at < numbers.length; at += specsAtOnce)
    specs.push(...(await orders.specs(id, numbers.slice(at, at + specsAtOnce))));
  return specs;
}

/** Credentials are dropped when an order ends, so that they may have to be given again. */
async function requireBucket(
  service: Pick<Needs, 'buckets' | 'orders' | 'clock'>,
  { output: { target, prefix }, organizationId, accountId }: Order,
  credentials: BucketCredentials | null,
): Promise<void> {
  if (credentials === null && target.kind === 's3' && target.endpoint !== null)
    throw new PlatformError('order_refused', 'output_config must give the credentials of the bucket again');
  try {
    const bucket = await service.buckets.open(target, { credentials, externalId: organizationId });
    const probe = () => probeBucket(bucket, prefix);
    const report = await boundProbe(service, { accountId, target }, probe).finally(() => bucket.close());
    refuseFailedProbe(report);
  } catch (error) {
    throw refusal(error, credentials === null && target.kind === 's3');
  }
}

/** What a bucket says of itself is no status of ours. */
function refusal(error: unknown, mayLackCredentials: boolean): unknown {
  if (!(error instanceof PlatformError) || error.kind === 'unavailable' || error.kind === 'rate_limited') return error;
  const hint = mayLackCredentials ? '. Where it needs credentials, give them again in output_config' : '';
  return new PlatformError('order_refused', error.message + hint);
}
