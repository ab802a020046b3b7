import type { Claim, OrderEnd } from '../../../../orders/ports.ts';
import type { OrderLease } from '../../../../orders/tile.ts';
import type { Sql } from '../../database.ts';
import { lockBucket } from '../order-buckets.ts';
import { usageValues } from '../order-budget.ts';
import { insertBoundNotices } from './order-notice-bound.ts';
import type { SealedNotices } from '../../notifications/order-notices.ts';
import { type OrderLeaseRow, selectLeasedOrder } from '../order-rows.ts';
import { changedAt } from './order-tile-verbs.ts';
import { readPausedAt } from './queue-switch.ts';

/** An end for a verb: its notices are sealed. */
export type SealedEnd = Omit<OrderEnd, 'notices'> & { readonly notices: SealedNotices };

const isTheirs = `id = $1 AND fence = $2 AND holder IS NOT NULL AND state = 'RUNNING'`;
const keyOf = ({ orderId, fence }: OrderLease) => [orderId, fence] as const;
const byId = (a: OrderLease, b: OrderLease) => (a.orderId < b.orderId ? -1 : 1);

export const heldOrder = `SELECT id FROM orders WHERE ${isTheirs}`;

type Settled = { readonly id: string; readonly identity: string; readonly place: string };

/** Orders to one place write to the same indexes there, each what it read and its own: so they end one after the other. */
const placeOf = (row: string): string =>
  `CASE WHEN ${row}.is_managed = 1 THEN ${row}.id ELSE ${row}.bucket_identity || '/' || ${row}.prefix END`;

const busyPlaces = `SELECT ${placeOf('b')} AS place FROM orders b
  WHERE b.holder IS NOT NULL AND b.state = 'RUNNING' AND b.due_at_ms > $1`;

// Without those that wait for another: a place to which hundreds of orders end does not keep the others waiting.
const settledOrders = `SELECT o.id, o.bucket_identity AS identity, ${placeOf('o')} AS place FROM orders o
  WHERE o.state = 'RUNNING' AND o.unsettled = 0 AND o.due_at_ms <= $1 AND ${placeOf('o')} NOT IN (${busyPlaces})
  ORDER BY o.due_at_ms, o.id LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** Some of them go to the same place. */
const lookedAtForOne = 8;

async function settledInTurn(sql: Sql, { nowMs, limit }: Claim): Promise<readonly string[]> {
  const settled = await sql.all<Settled>(settledOrders, [nowMs, limit * lookedAtForOne]);
  for (const identity of [...new Set(settled.map(({ identity }) => identity))].sort()) await lockBucket(sql, identity);
  // Looked at behind the locks: another may just have taken an order to one of these places that is not among these.
  const busy = new Set((await sql.all<Pick<Settled, 'place'>>(busyPlaces, [nowMs])).map(({ place }) => place));
  const free: string[] = [];
  for (const { id, place } of settled) {
    if (free.length === limit || busy.has(place)) continue;
    busy.add(place);
    free.push(id);
  }
  return free;
}

async function claimOrders(sql: Sql, claim: Claim): Promise<readonly OrderLeaseRow[]> {
  const { holder, leaseUntilMs } = claim;
  if ((await readPausedAt(sql)) !== null) return [];
  const claimed: OrderLeaseRow[] = [];
  for (const id of await settledInTurn(sql, claim)) {
    await sql.run('UPDATE orders SET holder = $2, due_at_ms = $3, fence = fence + 1 WHERE id = $1', [
      id,
      holder,
      leaseUntilMs,
    ]);
    claimed.push((await sql.get<OrderLeaseRow>(`${selectLeasedOrder} WHERE o.id = $1`, [id]))!);
  }
  return claimed;
}

async function extendOrders(
  sql: Sql,
  { leases, leaseUntilMs }: { leases: readonly OrderLease[]; leaseUntilMs: number },
): Promise<readonly OrderLease[]> {
  const held: OrderLease[] = [];
  for (const lease of [...leases].sort(byId)) {
    const extended = await sql.run(`UPDATE orders SET due_at_ms = $3 WHERE ${isTheirs}`, [
      ...keyOf(lease),
      leaseUntilMs,
    ]);
    if (extended > 0) held.push(lease);
  }
  return held;
}

async function postponeOrder(
  sql: Sql,
  { lease, retryAtMs, error }: { lease: OrderLease; retryAtMs: number; error: string },
): Promise<boolean> {
  const postponed = await sql.run(`UPDATE orders SET holder = NULL, due_at_ms = $3, end_error = $4 WHERE ${isTheirs}`, [
    ...keyOf(lease),
    retryAtMs,
    error,
  ]);
  return postponed > 0;
}

const setEnd = `state = $2, failure = $3, has_manifest = $4, area_fresh = $5, area_standard = $6, area_training = $7,
  cost_fresh = $8, cost_standard = $9, cost_training = $10, finished_at_ms = $11, ${changedAt('$11')},
  sealed_credentials = NULL, holder = NULL`;

const endOf = ({ state, failure, hasManifest, usage, nowMs }: SealedEnd) => [
  state,
  failure,
  Number(hasManifest),
  ...usageValues(usage),
  nowMs,
];

async function finishOrder(sql: Sql, { lease, end }: { lease: OrderLease; end: SealedEnd }): Promise<boolean> {
  const finished = await sql.run(
    `UPDATE orders SET ${setEnd}
     WHERE id = $1 AND fence = $12 AND holder IS NOT NULL AND state = 'RUNNING' AND unsettled = 0`,
    [lease.orderId, ...endOf(end), lease.fence],
  );
  if (finished === 0) return false;
  await insertBoundNotices(sql, lease.orderId, end.notices, end.nowMs);
  return true;
}

type Cancel = { readonly id: string; readonly end: SealedEnd; readonly delivered: number | null };

async function cancelOrder(sql: Sql, { id, end, delivered }: Cancel): Promise<boolean> {
  const cancelled = await sql.run(
    `UPDATE orders SET ${setEnd}
     WHERE id = $1 AND state = 'RUNNING' AND tiles_delivered = COALESCE($12, tiles_delivered)`,
    [id, ...endOf(end), delivered],
  );
  if (cancelled === 0) return false;
  await insertBoundNotices(sql, id, end.notices, end.nowMs);
  return true;
}

export const orderEndVerbs = {
  claimOrders,
  extendOrders,
  postponeOrder,
  finishOrder,
  cancelOrder,

  async managedFilesGone(sql: Sql, id: string): Promise<void> {
    const ended = 'id = $1 AND is_managed = 1 AND finished_at_ms IS NOT NULL';
    await sql.run(`UPDATE orders SET are_files_gone = 1 WHERE ${ended}`, [id]);
  },
};
