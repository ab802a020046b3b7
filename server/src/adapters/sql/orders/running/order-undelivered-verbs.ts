import type { OrderLease } from '../../../../orders/tile.ts';
import type { Sql } from '../../database.ts';
import { heldOrder } from './order-end-verbs.ts';
import { changedAt, holdRunning } from './order-tile-verbs.ts';

type Undelivered = {
  readonly lease: OrderLease;
  readonly numbers: readonly number[];
  readonly reason: string;
  readonly nowMs: number;
};

const deliveredTile = `SELECT delivered_bytes FROM order_tiles
  WHERE order_id = $1 AND number = $2 AND state = 'delivered'`;

/** Counted as a failure of each tile: its objects were not what they should be. */
const undeliver = `UPDATE order_tiles
  SET state = $3, due_at_ms = $4, error = $5, files = NULL, delivered_bytes = 0, failures = failures + 1
  WHERE order_id = $1 AND number = $2`;

type Next = { readonly state: 'queued' | 'failed'; readonly dueAtMs: number | null };

/** How many of them had been delivered, with how many bytes; null where the lease is lost. */
async function takeBack(sql: Sql, { lease, numbers, reason }: Undelivered, { state, dueAtMs }: Next) {
  const { orderId, fence } = lease;
  if ((await sql.get(`${heldOrder} FOR UPDATE`, [orderId, fence])) === undefined) return null;
  const taken = { tiles: 0, bytes: 0 };
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const tile = await sql.get<{ delivered_bytes: number }>(deliveredTile, [orderId, number]);
    if (tile === undefined) continue;
    await sql.run(undeliver, [orderId, number, state, dueAtMs, reason]);
    taken.tiles += 1;
    taken.bytes += tile.delivered_bytes;
  }
  return taken;
}

const isUnsettled = `state IN ('queued', 'running')`;

export const orderUndeliveredVerbs = {
  /** Whoever cuts one has lost it; who stops half-way has only delayed them. */
  async holdTilesBack(sql: Sql, { id, untilMs }: { id: string; untilMs: number }): Promise<void> {
    if (!(await holdRunning(sql, id))) return;
    // In the order of their numbers, as whoever extends leases locks them.
    await sql.all(`SELECT number FROM order_tiles WHERE order_id = $1 AND ${isUnsettled} ORDER BY number FOR UPDATE`, [
      id,
    ]);
    await sql.run(
      `UPDATE order_tiles SET state = 'queued', holder = NULL, fence = fence + 1, due_at_ms = $2
       WHERE order_id = $1 AND ${isUnsettled}`,
      [id, untilMs],
    );
  },

  async requeueTiles(sql: Sql, input: Undelivered): Promise<boolean> {
    const { lease, nowMs } = input;
    const taken = await takeBack(sql, input, { state: 'queued', dueAtMs: nowMs });
    if (taken === null) return false;
    await sql.run(
      `UPDATE orders SET tiles_delivered = tiles_delivered - $2, unsettled = unsettled + $2,
         delivered_bytes = delivered_bytes - $3, holder = NULL, due_at_ms = $4, end_error = NULL, ${changedAt('$4')}
       WHERE id = $1`,
      [lease.orderId, taken.tiles, taken.bytes, nowMs],
    );
    return true;
  },

  async giveTilesUp(sql: Sql, input: Undelivered): Promise<boolean> {
    const { lease, nowMs } = input;
    const taken = await takeBack(sql, input, { state: 'failed', dueAtMs: null });
    if (taken === null) return false;
    await sql.run(
      `UPDATE orders SET tiles_delivered = tiles_delivered - $2, tiles_failed = tiles_failed + $2,
         delivered_bytes = delivered_bytes - $3, ${changedAt('$4')} WHERE id = $1`,
      [lease.orderId, taken.tiles, taken.bytes, nowMs],
    );
    return true;
  },
};
