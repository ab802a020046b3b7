import type { Claim } from '../../../../orders/ports.ts';
import type { TileLease } from '../../../../orders/tile.ts';
import type { Sql } from '../../database.ts';
import { inLockOrder } from './order-tile-verbs.ts';
import { type Turn, interleave, noteServed, ordersInTurn } from './order-turns.ts';
import { readPausedAt } from './queue-switch.ts';

/** What a delivery needs of its order. */
export type ServedOrderRow = {
  readonly id: string;
  readonly organization_id: string;
  readonly sealed_credentials: string | null;
  readonly tiles_delivered: number;
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

const lockedOrder = `SELECT o.id, o.organization_id, o.sealed_credentials, o.tiles_delivered, d.settings, d.output, d.aoi
  FROM orders o JOIN order_documents d ON d.order_id = o.id
  WHERE o.id = $1 AND o.state = 'RUNNING' FOR UPDATE OF o`;

const dueTiles = `SELECT number FROM order_tiles
  WHERE order_id = $1 AND due_at_ms IS NOT NULL AND due_at_ms <= $2 ORDER BY due_at_ms, number LIMIT $3`;

const takeTile = `UPDATE order_tiles
  SET state = 'running', holder = $3, due_at_ms = $4, fence = fence + 1, attempts = attempts + 1
  WHERE order_id = $1 AND number = $2 AND due_at_ms <= $5 RETURNING fence, attempts, failures`;

type Place = { readonly orderId: string; readonly number: number };

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

/** Of each organization the tiles that are due, one of each of its orders in turn. */
async function dueQueues(sql: Sql, turns: readonly Turn[], { nowMs, limit }: Claim): Promise<readonly Place[][]> {
  const queues: Place[][] = [];
  for (const orderIds of turns) {
    const ofOrders: Place[][] = [];
    for (const orderId of orderIds) {
      const due = await sql.all<{ number: number }>(dueTiles, [orderId, nowMs, limit]);
      ofOrders.push(due.map(({ number }) => ({ orderId, number })));
    }
    queues.push(interleave(ofOrders, limit));
  }
  return queues;
}

export const orderTileClaimVerbs = {
  async claimTiles(sql: Sql, claim: Claim): Promise<TileClaims> {
    if ((await readPausedAt(sql)) !== null) return { tiles: [], orders: [] };
    const turns = await ordersInTurn(sql, claim);
    const locked = await lockOrders(sql, turns.flat());
    const stillOpen = turns.map((orderIds) => orderIds.filter((id) => locked.has(id)));
    const places = interleave(await dueQueues(sql, stillOpen, claim), claim.limit);
    const taken = new Map<Place, ClaimedTileRow>();
    for (const place of inLockOrder(places)) {
      const tile = await take(sql, place, claim);
      if (tile !== null) taken.set(place, tile);
    }
    const tiles = places.flatMap((place) => taken.get(place) ?? []);
    const served = new Set(tiles.map(({ orderId }) => orderId));
    const orders = [...locked.values()].filter(({ id }) => served.has(id));
    await noteServed(sql, orders);
    return { tiles, orders };
  },
};
