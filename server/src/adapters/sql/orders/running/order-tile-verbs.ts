import type { DeliveredFile, TileLease } from '../../../../orders/tile.ts';
import type { Sql } from '../../database.ts';

/** The same for every transaction, so that no two wait for each other. */
export const inLockOrder = <T extends Pick<TileLease, 'orderId' | 'number'>>(places: readonly T[]): readonly T[] =>
  [...places].sort((a, b) => (a.orderId < b.orderId ? -1 : a.orderId > b.orderId ? 1 : a.number - b.number));

const isTheirs = `order_id = $1 AND number = $2 AND fence = $3 AND state = 'running'`;
const isRunning = `EXISTS (SELECT 1 FROM orders o WHERE o.id = $1 AND o.state = 'RUNNING')`;

export const heldTile = `SELECT number FROM order_tiles WHERE ${isTheirs} AND ${isRunning}`;

const keyOf = ({ orderId, number, fence }: TileLease) => [orderId, number, fence] as const;

/** What changes so that customers can see it; strictly later each time, so that no change goes unnoticed. */
export const changedAt = (parameter: string): string =>
  `changed_at_ms = CASE WHEN ${parameter} > changed_at_ms THEN ${parameter} ELSE changed_at_ms + 1 END`;

/** Keeps the order as it is until this transaction ends; false where it does not run any more. */
export async function holdRunning(sql: Sql, orderId: string): Promise<boolean> {
  const row = await sql.get(`SELECT id FROM orders WHERE id = $1 AND state = 'RUNNING' FOR UPDATE`, [orderId]);
  return row !== undefined;
}

const settleDelivered = `UPDATE order_tiles
  SET state = 'delivered', due_at_ms = NULL, holder = NULL, error = NULL, files = $4, delivered_bytes = $5
  WHERE ${isTheirs}`;

async function tileDelivered(
  sql: Sql,
  { lease, files, nowMs }: { lease: TileLease; files: readonly DeliveredFile[]; nowMs: number },
): Promise<boolean> {
  if (!(await holdRunning(sql, lease.orderId))) return false;
  const bytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if ((await sql.run(settleDelivered, [...keyOf(lease), JSON.stringify(files), bytes])) === 0) return false;
  await sql.run(
    `UPDATE orders SET tiles_delivered = tiles_delivered + 1, unsettled = unsettled - 1,
       delivered_bytes = delivered_bytes + $2, ${changedAt('$3')} WHERE id = $1`,
    [lease.orderId, bytes, nowMs],
  );
  return true;
}

const settleFailed = `UPDATE order_tiles
  SET state = $4, due_at_ms = $5, holder = NULL, error = $6, failures = failures + 1 WHERE ${isTheirs}
  RETURNING failures`;

// What failed as often has been tried itself: it comes behind the others, lest one tile speaks for all again and again.
const failWaiting = `UPDATE order_tiles SET state = $2, due_at_ms = $3, error = $4, failures = $5
  WHERE order_id = $1 AND state = 'queued' AND failures < $5
    AND EXISTS (SELECT 1 FROM orders o WHERE o.id = $1 AND o.tiles_delivered = $6)`;

type Failure = {
  readonly lease: TileLease;
  readonly error: string;
  readonly retryAtMs: number | null;
  readonly nowMs: number;
  readonly deliveredBefore: number | null;
};

async function tileFailed(sql: Sql, failure: Failure): Promise<boolean> {
  const { lease, error, retryAtMs, nowMs, deliveredBefore } = failure;
  if (!(await holdRunning(sql, lease.orderId))) return false;
  const state = retryAtMs === null ? 'failed' : 'queued';
  const failed = await sql.get<{ failures: number }>(settleFailed, [...keyOf(lease), state, retryAtMs, error]);
  if (failed === undefined) return false;
  const sooner = retryAtMs === null ? null : retryAtMs - 1;
  const alike = [lease.orderId, state, sooner, error, failed.failures, deliveredBefore];
  const others = deliveredBefore === null ? 0 : await sql.run(failWaiting, alike);
  const settled = retryAtMs === null ? 1 + others : 0;
  await sql.run(
    `UPDATE orders SET tiles_failed = tiles_failed + $2, unsettled = unsettled - $2, ${changedAt('$3')} WHERE id = $1`,
    [lease.orderId, settled, nowMs],
  );
  return true;
}

async function extendTiles(
  sql: Sql,
  { leases, leaseUntilMs }: { leases: readonly TileLease[]; leaseUntilMs: number },
): Promise<readonly TileLease[]> {
  const held: TileLease[] = [];
  for (const lease of inLockOrder(leases)) {
    const extended = await sql.run(`UPDATE order_tiles SET due_at_ms = $4 WHERE ${isTheirs} AND ${isRunning}`, [
      ...keyOf(lease),
      leaseUntilMs,
    ]);
    if (extended > 0) held.push(lease);
  }
  return held;
}

async function giveTilesBack(
  sql: Sql,
  { leases, nowMs }: { leases: readonly TileLease[]; nowMs: number },
): Promise<void> {
  for (const lease of inLockOrder(leases))
    await sql.run(
      `UPDATE order_tiles SET state = 'queued', due_at_ms = $4, holder = NULL, attempts = attempts - 1
       WHERE ${isTheirs} AND ${isRunning}`,
      [...keyOf(lease), nowMs],
    );
}

const tilesOf = 'SELECT order_id AS "orderId", number, fence FROM order_tiles WHERE holder = $1 AND holder IS NOT NULL';
const ordersOf = 'SELECT id FROM orders WHERE holder = $1 AND holder IS NOT NULL ORDER BY id';

/** Attempts stay counted: what kills whoever tries it must run out of them. */
async function releaseHolder(sql: Sql, { holder, nowMs }: { holder: string; nowMs: number }): Promise<number> {
  let released = 0;
  for (const { id } of await sql.all<{ id: string }>(ordersOf, [holder]))
    released += await sql.run('UPDATE orders SET holder = NULL, due_at_ms = $3 WHERE id = $1 AND holder = $2', [
      id,
      holder,
      nowMs,
    ]);
  for (const lease of inLockOrder(await sql.all<TileLease>(tilesOf, [holder])))
    released += await sql.run(
      `UPDATE order_tiles SET state = 'queued', due_at_ms = $4, holder = NULL WHERE ${isTheirs}`,
      [...keyOf(lease), nowMs],
    );
  return released;
}

export const orderTileVerbs = { tileDelivered, tileFailed, extendTiles, giveTilesBack, releaseHolder };
