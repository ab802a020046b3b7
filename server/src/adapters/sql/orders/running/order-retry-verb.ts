import type { OrderState } from '../../../../orders/order.ts';
import type { Usage } from '../../../../usage/usage.ts';
import { PlatformError } from '../../../../shared/errors.ts';
import type { Sql } from '../../database.ts';
import { type Year, overLimit } from '../../../../usage/balance.ts';
import { lockBucket, occupantOf } from '../order-buckets.ts';
import { excessOfOrganization, usageValues } from '../order-budget.ts';
import { requireLiveCaller } from '../order-place-verb.ts';
import { type UsageColumns, usageColumns, usageOf } from '../order-rows.ts';
import { changedAt } from './order-tile-verbs.ts';
import { lastTurn } from './order-turns.ts';

type Retry = {
  readonly id: string;
  /** Of those that have a new one, as JSON. */
  readonly specs: readonly { readonly number: number; readonly spec: string }[];
  readonly sealedCredentials: string | null;
  readonly usage: Usage;
  readonly budget: { readonly asked: Usage; readonly year: Year };
  readonly runs: number;
  readonly nowMs: number;
  readonly keyId?: string | null;
};

type EndedOrder = UsageColumns & {
  readonly account_id: string;
  readonly organization_id: string;
  readonly bucket_identity: string;
  readonly prefix: string;
  readonly content_key: string;
  readonly is_managed: number;
  readonly state: OrderState;
};

const places = 'account_id, organization_id, bucket_identity, prefix, content_key, is_managed';
// One that was forgotten while the retry was checked has nothing left that could be delivered.
const endedOrder = `SELECT ${places}, ${usageColumns}, state FROM orders o
  WHERE id = $1 AND runs = $2 AND state IN ('PARTIAL', 'FAILED') AND is_forgotten = 0`;

// The organization first, as whoever places an order does: one with other content may come to the same prefix now.
async function lockEnded(sql: Sql, { id, runs, keyId = null }: Retry): Promise<EndedOrder | undefined> {
  const seen = await sql.get<EndedOrder>(endedOrder, [id, runs]);
  if (seen === undefined) return undefined;
  await requireLiveCaller(sql, seen.account_id, keyId);
  await sql.get('SELECT id FROM organizations WHERE id = $1 FOR UPDATE', [seen.organization_id]);
  if (seen.is_managed === 0) await lockBucket(sql, seen.bucket_identity);
  return sql.get<EndedOrder>(`${endedOrder} FOR UPDATE`, [id, runs]);
}

async function refuseOverLimit(sql: Sql, organizationId: string, { asked, year }: Retry['budget']): Promise<void> {
  const excess = await excessOfOrganization(sql, organizationId, year, asked);
  if (excess !== null) throw overLimit(excess, 'in the year it was placed');
}

async function refuseOccupied(sql: Sql, id: string, order: EndedOrder): Promise<void> {
  if (order.is_managed === 1) return;
  const { bucket_identity: identity, prefix, content_key: contentKey } = order;
  const occupant = await sql.get<{ id: string }>(occupantOf, [identity, prefix, contentKey, id]);
  if (occupant === undefined) return;
  throw new PlatformError(
    'order_refused',
    `the prefix now holds tiles of order ${occupant.id}, which has other settings`,
  );
}

const runAgain = `UPDATE orders
  SET state = 'RUNNING', failure = NULL, finished_at_ms = NULL, are_files_gone = 0, runs = runs + 1,
    served = ${lastTurn('orders.organization_id')}, end_error = NULL, holder = NULL, due_at_ms = $2, ${changedAt('$2')},
    tiles_failed = tiles_failed - $3, unsettled = unsettled + $3,
    sealed_credentials = COALESCE($4, sealed_credentials),
    area_fresh = $5, area_standard = $6, area_training = $7, cost_fresh = $8, cost_standard = $9, cost_training = $10, settled_usage = $11
  WHERE id = $1`;

export const orderRetryVerbs = {
  /** How many tiles are tried again; null where nothing is, and nothing has changed. */
  async retryOrder(sql: Sql, retry: Retry): Promise<number | null> {
    const { id, specs, sealedCredentials, usage, nowMs } = retry;
    const order = await lockEnded(sql, retry);
    if (order === undefined) return null;
    const tiles = await sql.run(
      `UPDATE order_tiles SET state = 'queued', due_at_ms = $2, attempts = 0, failures = 0
       WHERE order_id = $1 AND state = 'failed'`,
      [id, nowMs],
    );
    // All was delivered but for the documents: only the end is tried again.
    if (tiles === 0 && order.state !== 'FAILED') return null;
    await refuseOccupied(sql, id, order);
    await refuseOverLimit(sql, order.organization_id, retry.budget);
    for (const { number, spec } of specs)
      await sql.run(
        `UPDATE order_tile_specs SET spec = $3 WHERE order_id = $1 AND number = $2 AND EXISTS (
           SELECT 1 FROM order_tiles t WHERE t.order_id = $1 AND t.number = $2 AND t.state = 'queued')`,
        [id, number, spec],
      );
    const settled = JSON.stringify(usageOf(order));
    await sql.run(runAgain, [id, nowMs, tiles, sealedCredentials, ...usageValues(usage), settled]);
    return tiles;
  },
};
