import type { OrderStore } from '../../../orders/ports.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database } from '../database.ts';
import { createOrderEnding } from './running/order-ending.ts';
import { createOrderPlacing } from './order-placing.ts';
import { createOrderQueue } from './running/order-queue.ts';
import { createOrderReading } from './order-reading.ts';

/** Orders with their tiles, which are the queue of what is to be delivered. */
export const createOrderStore = (db: Database, vault: Vault): OrderStore => ({
  ...createOrderPlacing(db, vault),
  ...createOrderReading(db),
  ...createOrderQueue(db, vault),
  ...createOrderEnding(db, vault),
});
