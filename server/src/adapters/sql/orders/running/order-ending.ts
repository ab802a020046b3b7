import type { OrderStore } from '../../../../orders/ports.ts';
import type { Vault } from '../../../../vault/vault.ts';
import type { Database } from '../../database.ts';
import { heldOrder } from './order-end-verbs.ts';
import { sealNotices } from '../../notifications/order-notices.ts';
import { openCredentials, sealCredentials, toOrder } from '../order-rows.ts';

/** How orders come to their end, and begin anew. */
export type OrderEnding = Pick<
  OrderStore,
  | 'claimOrders'
  | 'extendOrders'
  | 'isOrderHeld'
  | 'requeue'
  | 'giveTilesUp'
  | 'postpone'
  | 'finish'
  | 'credentials'
  | 'holdBack'
  | 'cancel'
  | 'retry'
  | 'managedFilesGone'
  | 'forget'
>;

/** An order may have ten thousand tiles. */
const forgottenAtOnce = 10;
const sealedOf = 'SELECT sealed_credentials AS sealed FROM orders WHERE id = $1';

export function createOrderEnding(db: Database, vault: Vault): OrderEnding {
  const sealed = (end: Parameters<OrderStore['cancel']>[1]) => ({
    ...end,
    notices: sealNotices(vault, end.notices, end.nowMs),
  });

  return {
    async claimOrders(claim) {
      const rows = await db.write('claimOrders', claim);
      return rows.map((row) => ({
        lease: { orderId: row.id, fence: row.fence },
        order: toOrder(row),
        credentials: openCredentials(vault, row.id, row.sealed_credentials),
      }));
    },
    extendOrders: async (leases, leaseUntilMs) =>
      leases.length === 0 ? [] : db.write('extendOrders', { leases, leaseUntilMs }),
    isOrderHeld: async ({ orderId, fence }) => (await db.read.get(heldOrder, [orderId, fence])) !== undefined,
    requeue: (lease, numbers, reason, nowMs) => db.write('requeueTiles', { lease, numbers, reason, nowMs }),
    giveTilesUp: (lease, numbers, reason, nowMs) => db.write('giveTilesUp', { lease, numbers, reason, nowMs }),
    postpone: (lease, retryAtMs, error) => db.write('postponeOrder', { lease, retryAtMs, error }),
    finish: (lease, end) => db.write('finishOrder', { lease, end: sealed(end) }),
    async credentials(id) {
      const row = await db.read.get<{ sealed: string | null }>(sealedOf, [id]);
      return openCredentials(vault, id, row?.sealed ?? null);
    },
    holdBack: (id, untilMs) => db.write('holdTilesBack', { id, untilMs }),
    cancel: (id, end, delivered) => db.write('cancelOrder', { id, end: sealed(end), delivered: delivered ?? null }),
    retry: (id, { specs, credentials, ...changes }) =>
      db.write('retryOrder', {
        id,
        ...changes,
        specs: [...specs].map(([number, spec]) => ({ number, spec: JSON.stringify(spec) })),
        sealedCredentials: sealCredentials(vault, id, credentials),
      }),
    managedFilesGone: (id) => db.write('managedFilesGone', id),
    async forget(endedBeforeMs) {
      for (let forgotten = 0; ;) {
        const more = await db.write('forgetOrders', { endedBeforeMs, limit: forgottenAtOnce });
        forgotten += more;
        if (more < forgottenAtOnce) return forgotten;
      }
    },
  };
}
