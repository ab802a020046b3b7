import type { Order } from '../../../orders/order.ts';
import type { Placement, PlacementOutcome } from '../../../orders/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import type { Sql } from '../database.ts';
import { claimBucket, isForeignBucket, lockBucket, occupantOf } from './order-buckets.ts';
import { excessOfOrganization } from './order-budget.ts';
import { type NewTile, insertOrder, insertTiles } from './order-insert.ts';
import { readPausedAt } from './running/queue-switch.ts';
import { sweepRateCounts } from '../usage/rate-counts.ts';

type NewOrder = Pick<Placement, 'order' | 'keyId' | 'idempotency' | 'budget'> & {
  readonly tiles: readonly NewTile[];
  readonly sealedCredentials: string | null;
};

export const usedKey =
  'SELECT order_id, body_hash FROM order_idempotency WHERE account_id = $1 AND key = $2 AND expires_at_ms > $3';

export type UsedKeyRow = { readonly order_id: string; readonly body_hash: string };

/** Deactivated, or the key deleted, while an order was checked: nothing is taken from them after that was answered. */
export async function requireLiveCaller(sql: Sql, accountId: string, keyId: string | null): Promise<void> {
  const account = await sql.get<{ is_active: number }>('SELECT is_active FROM accounts WHERE id = $1 FOR KEY SHARE', [
    accountId,
  ]);
  const isLive = account?.is_active === 1 && (keyId === null || (await holdLiveKey(sql, keyId)));
  if (!isLive) throw new PlatformError('unauthorized');
}

// The account first, as a change of it does; the organization's row is what makes its orders come one after the other.
async function lockOrganization(sql: Sql, { accountId, organizationId }: Order, keyId: string | null): Promise<void> {
  await requireLiveCaller(sql, accountId, keyId);
  await sql.get('SELECT id FROM organizations WHERE id = $1 FOR UPDATE', [organizationId]);
}

async function holdLiveKey(sql: Sql, keyId: string): Promise<boolean> {
  const live = 'SELECT id FROM api_keys WHERE id = $1 AND ended_at_ms IS NULL FOR KEY SHARE';
  return (await sql.get(live, [keyId])) !== undefined;
}

async function replayed(sql: Sql, { order, idempotency }: NewOrder): Promise<PlacementOutcome | null> {
  if (idempotency === null) return null;
  const used = await sql.get<UsedKeyRow>(usedKey, [order.accountId, idempotency.key, order.createdAtMs]);
  if (used === undefined) return null;
  return used.body_hash === idempotency.bodyHash
    ? { outcome: 'replayed', orderId: used.order_id }
    : { outcome: 'mismatch' };
}

async function refusedPlace(sql: Sql, order: Order): Promise<PlacementOutcome | null> {
  const { identity, place, target } = order.output;
  if (target.kind === 'managed') return null;
  await lockBucket(sql, identity);
  if (await isForeignBucket(sql, { identity, organizationId: order.organizationId }))
    return { outcome: 'foreign_bucket' };
  const occupant = await sql.get<{ id: string }>(occupantOf, [identity, place, order.contentKey, order.id]);
  return occupant === undefined ? null : { outcome: 'occupied', orderId: occupant.id };
}

async function overLimit(sql: Sql, { order, budget }: NewOrder): Promise<PlacementOutcome | null> {
  const excess = await excessOfOrganization(sql, order.organizationId, budget.year, order.usage);
  return excess === null ? null : { outcome: 'over_limit', ...excess };
}

async function keepKey(sql: Sql, { order, idempotency }: NewOrder): Promise<void> {
  if (idempotency === null) return;
  const { key, bodyHash, expiresAtMs } = idempotency;
  // Only one that is over can be in the way.
  await sql.run(
    `INSERT INTO order_idempotency (account_id, key, order_id, body_hash, expires_at_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account_id, key) DO UPDATE SET
       order_id = excluded.order_id, body_hash = excluded.body_hash, expires_at_ms = excluded.expires_at_ms`,
    [order.accountId, key, order.id, bodyHash, expiresAtMs],
  );
}

export const orderPlaceVerbs = {
  /** Refuses before it writes anything. */
  async placeOrder(sql: Sql, placement: NewOrder): Promise<PlacementOutcome> {
    const { order, tiles, keyId = null, sealedCredentials } = placement;
    await lockOrganization(sql, order, keyId);
    const refusal =
      (await replayed(sql, placement)) ?? (await refusedPlace(sql, order)) ?? (await overLimit(sql, placement));
    if (refusal !== null) return refusal;
    const { organizationId, output } = order;
    // Another organization's first order to the bucket may have been placed in this very moment.
    if (output.target.kind !== 'managed' && !(await claimBucket(sql, { identity: output.identity, organizationId })))
      return { outcome: 'foreign_bucket' };
    await insertOrder(sql, order, { tiles: tiles.length, keyId, sealedCredentials });
    await insertTiles(sql, order, tiles);
    await keepKey(sql, placement);
    return { outcome: 'placed', isPaused: (await readPausedAt(sql)) !== null };
  },

  async sweepKeysAndCounts(sql: Sql, nowMs: number): Promise<number> {
    // The embedded store counts no requests there, and so nobody else sweeps what notices have counted.
    await sweepRateCounts(sql, nowMs);
    return sql.run('DELETE FROM order_idempotency WHERE expires_at_ms <= $1', [nowMs]);
  },
};
