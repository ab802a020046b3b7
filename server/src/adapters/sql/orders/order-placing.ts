import { setImmediate } from 'node:timers/promises';
import type { OrderStore } from '../../../orders/ports.ts';
import type { TileSpec } from '../../../orders/tile.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database } from '../database.ts';
import { readHourCount } from '../usage/rate-counts.ts';
import { failedProbesOf, isForeignBucket, occupantOf } from './order-buckets.ts';
import { type NewTile, toNewTile } from './order-insert.ts';
import { type UsedKeyRow, usedKey } from './order-place-verb.ts';
import { sealCredentials } from './order-rows.ts';

/** What belongs to the placing of an order. */
export type OrderPlacing = Pick<
  OrderStore,
  | 'place'
  | 'byIdempotencyKey'
  | 'identical'
  | 'isForeignBucket'
  | 'occupant'
  | 'grantBucket'
  | 'countBucketTest'
  | 'failedProbes'
  | 'countFailedProbe'
  | 'sweep'
>;

const noOrder = '';
const turnedToTextAtOnce = 500;

// In parts: ten thousand specs at once would hold the thread that answers requests.
async function toNewTiles(specs: readonly TileSpec[]): Promise<readonly NewTile[]> {
  const tiles: NewTile[] = [];
  for (let first = 0; first < specs.length; first += turnedToTextAtOnce) {
    if (first > 0) await setImmediate();
    tiles.push(...specs.slice(first, first + turnedToTextAtOnce).map(toNewTile));
  }
  return tiles;
}

const newestIdentical = `SELECT id FROM orders
  WHERE account_id = $1 AND fingerprint = $2 AND (state = 'RUNNING' OR tiles_delivered > 0) AND is_forgotten = 0
  ORDER BY created_at_ms DESC, id DESC LIMIT 1`;

export const createOrderPlacing = (db: Database, vault: Vault): OrderPlacing => ({
  async place({ order, tiles, keyId, credentials, idempotency, budget }) {
    const sealedCredentials = sealCredentials(vault, order.id, credentials);
    const newTiles = await toNewTiles(tiles);
    return db.write('placeOrder', { order, tiles: newTiles, keyId, sealedCredentials, idempotency, budget });
  },
  async byIdempotencyKey(accountId, key, nowMs) {
    const row = await db.read.get<UsedKeyRow>(usedKey, [accountId, key, nowMs]);
    return row === undefined ? null : { orderId: row.order_id, bodyHash: row.body_hash };
  },
  async identical(accountId, fingerprint) {
    return (await db.read.get<{ id: string }>(newestIdentical, [accountId, fingerprint]))?.id ?? null;
  },
  isForeignBucket: (identity, organizationId) => isForeignBucket(db.read, { identity, organizationId }),
  async occupant(identity, place, contentKey) {
    return (await db.read.get<{ id: string }>(occupantOf, [identity, place, contentKey, noOrder]))?.id ?? null;
  },
  grantBucket: (identity, organizationId, audit) => db.write('grantBucket', { identity, organizationId, audit }),
  countBucketTest: (accountId, nowMs) => db.write('countBucketTest', { accountId, nowMs }),
  failedProbes: (accountId, nowMs) => readHourCount(db.read, nowMs, failedProbesOf(accountId)),
  countFailedProbe: async (accountId, nowMs) => void (await db.write('countFailedProbe', { accountId, nowMs })),
  sweep: (nowMs) => db.write('sweepKeysAndCounts', nowMs),
});
