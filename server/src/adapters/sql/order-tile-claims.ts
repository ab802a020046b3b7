import type { Claim } from '../../orders/ports.ts';
import type { TileLease } from '../../orders/tile.ts';
import type { Sql } from './database.ts';
import { inLockOrder } from './order-tile-verbs.ts';
import { readPausedAt } from './queue-switch.ts';

/** What a delivery needs of its order. */
export type ServedOrderRow = {
  readonly id: string;
  readonly organization_id: string;
  readonly sealed_credentials: string | null;
  readonly settings: string;
  readonly output: string;
  readonly aoi: string | null;
};

export type ClaimedTileRow = TileLease & {
  readonly attempts: number;
  readonly failures: number;
  readonly spec: string;
};

export type TileClaims = { readonly tiles: readonly ClaimedTileRow[]; readonly orders: readonly ServedOrderRow[] };

/** When the first of an order's tiles may be claimed: one look into `order_tiles_open`. */
export const firstDue =
  '(SELECT MIN(t.due_at_ms) FROM order_tiles t WHERE t.order_id = o.id AND t.due_at_ms IS NOT NULL)';

/** Those that were served longest ago come first, so that a large order does not keep a small one waiting. */
const ordersInTurn = `SELECT o.id FROM orders o
  WHERE o.state = 'RUNNING' AND o.unsettled > 0 AND ${firstDue} <= $1
  ORDER BY o.served, o.id LIMIT $2`;

const lockedOrder = `SELECT o.id, o.organization_id, o.sealed_credentials, d.settings, d.output, d.aoi
  FROM orders o JOIN order_documents d ON d.order_id = o.id
  WHERE o.id = $1 AND o.state = 'RUNNING' FOR UPDATE OF o`;

const dueTiles = `SELECT number FROM order_tiles
  WHERE order_id = $1 AND due_at_ms IS NOT NULL AND due_at_ms <= $2 ORDER BY due_at_ms, number LIMIT $3`;

const takeTile = `UPDATE order_tiles
  SET state = 'running', holder = $3, due_at_ms = $4, fence = fence + 1, attempts = attempts + 1
  WHERE order_id = $1 AND number = $2 AND due_at_ms <= $5 RETURNING fence, attempts, failures`;

type Place = { readonly orderId: string; readonly number: number };

/** One of each in turn, until there are enough. */
function interleave(queues: readonly (readonly Place[])[], limit: number): readonly Place[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const rounds = Array.from({ length: longest }, (_, round) => queues.flatMap((queue) => queue[round] ?? []));
  return rounds.flat().slice(0, limit);
}

// In the order of their ids, as everyone locks them; who settles a tile of one meanwhile is waited for.
async function lockOrders(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, ServedOrderRow>> {
  const locked = new Map<string, ServedOrderRow>();
  for (const id of [...ids].sort()) {
    const row = await sql.get<ServedOrderRow>(lockedOrder, [id]);
    if (row !== undefined) locked.set(id, row);
  }
  return locked;
}

async function take(sql: Sql, { orderId, number }: Place, claim: Claim): Promise<ClaimedTileRow | null> {
  const taken = await sql.get<Pick<ClaimedTileRow, 'fence' | 'attempts' | 'failures'>>(takeTile, [
    orderId,
    number,
    claim.holder,
    claim.leaseUntilMs,
    claim.nowMs,
  ]);
  // Its holder has just extended the lease.
  if (taken === undefined) return null;
  const stored = await sql.get<{ spec: string }>(
    'SELECT spec FROM order_tile_specs WHERE order_id = $1 AND number = $2',
    [orderId, number],
  );
  return { orderId, number, ...taken, spec: stored!.spec };
}

async function noteServed(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const last = await sql.get<{ served: number | null }>(
    `SELECT MAX(served) AS served FROM orders WHERE state = 'RUNNING' AND unsettled > 0`,
  );
  const served = (last?.served ?? 0) + 1;
  for (const id of ids) await sql.run('UPDATE orders SET served = $2 WHERE id = $1', [id, served]);
}

export const orderTileClaimVerbs = {
  async claimTiles(sql: Sql, claim: Claim): Promise<TileClaims> {
    const { nowMs, limit } = claim;
    if ((await readPausedAt(sql)) !== null) return { tiles: [], orders: [] };
    const inTurn = (await sql.all<{ id: string }>(ordersInTurn, [nowMs, limit])).map(({ id }) => id);
    const locked = await lockOrders(sql, inTurn);
    const queues: Place[][] = [];
    for (const orderId of inTurn.filter((id) => locked.has(id))) {
      const due = await sql.all<{ number: number }>(dueTiles, [orderId, nowMs, limit - inTurn.length + 1]);
      queues.push(due.map(({ number }) => ({ orderId, number })));
    }
    const places = interleave(queues, limit);
    const taken = new Map<Place, ClaimedTileRow>();
    for (const place of inLockOrder(places)) {
      const tile = await take(sql, place, claim);
      if (tile !== null) taken.set(place, tile);
    }
    const tiles = places.flatMap((place) => taken.get(place) ?? []);
    const served = new Set(tiles.map(({ orderId }) => orderId));
    await noteServed(sql, [...served].sort());
    return { tiles, orders: [...locked.values()].filter(({ id }) => served.has(id)) };
  },
};
