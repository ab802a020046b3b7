import type { OrderStore } from '../../../../orders/ports.ts';
import type { TileSpec } from '../../../../orders/tile.ts';
import type { Vault } from '../../../../vault/vault.ts';
import type { Database } from '../../database.ts';
import { openCredentials } from '../order-rows.ts';
import type { ServedOrderRow } from './order-tile-claims.ts';
import { heldTile } from './order-tile-verbs.ts';

/** Tiles as work to be done. */
export type OrderQueue = Pick<
  OrderStore,
  'claimTiles' | 'extendTiles' | 'isHeld' | 'tileDelivered' | 'tileFailed' | 'giveTilesBack' | 'releaseHolder'
>;

const toServed = (vault: Vault, row: ServedOrderRow) => ({
  credentials: openCredentials(vault, row.id, row.sealed_credentials),
  deliveredBefore: row.tiles_delivered,
  order: {
    organizationId: row.organization_id,
    settings: JSON.parse(row.settings),
    output: JSON.parse(row.output),
    aoi: row.aoi === null ? null : JSON.parse(row.aoi),
  },
});

export const createOrderQueue = (db: Database, vault: Vault): OrderQueue => ({
  async claimTiles(claim) {
    const claimed = await db.write('claimTiles', claim);
    const served = new Map(claimed.orders.map((row) => [row.id, toServed(vault, row)]));
    return claimed.tiles.map(({ orderId, number, fence, attempts, failures, spec }) => ({
      lease: { orderId, number, fence },
      spec: JSON.parse(spec) as TileSpec,
      attempts,
      failures,
      ...served.get(orderId)!,
    }));
  },
  extendTiles: async (leases, leaseUntilMs) =>
    leases.length === 0 ? [] : db.write('extendTiles', { leases, leaseUntilMs }),
  isHeld: async ({ orderId, number, fence }) => (await db.read.get(heldTile, [orderId, number, fence])) !== undefined,
  tileDelivered: (lease, files, nowMs) => db.write('tileDelivered', { lease, files, nowMs }),
  tileFailed: (lease, error, retryAtMs, nowMs, deliveredBefore) =>
    db.write('tileFailed', { lease, error, retryAtMs, nowMs, deliveredBefore: deliveredBefore ?? null }),
  async giveTilesBack(leases, nowMs) {
    if (leases.length > 0) await db.write('giveTilesBack', { leases, nowMs });
  },
  releaseHolder: (holder, nowMs) => db.write('releaseHolder', { holder, nowMs }),
});
