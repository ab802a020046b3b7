import type { OrderStore } from '../../../orders/ports.ts';
import type { Database } from '../database.ts';
import { listOrders } from './order-list.ts';
import {
  type OrderRow,
  type ProgressRow,
  type TileRow,
  selectOrder,
  selectProgress,
  tileColumns,
  toOrder,
  toOrderTile,
  toProgress,
} from './order-rows.ts';
import { specsOf } from './order-specs.ts';
import { firstDue } from './running/order-turns.ts';
import { readPausedAt } from './running/queue-switch.ts';

/** What changes nothing. */
export type OrderReading = Pick<
  OrderStore,
  'byId' | 'ofAnyone' | 'progress' | 'list' | 'tiles' | 'specs' | 'managedBefore' | 'hasManagedFiles' | 'nextDueMs'
>;

/** A tile that shows nothing is delivered with none. */
const hasFiles = ` AND files IS NOT NULL AND files <> '[]'`;
const nextTile = `SELECT MIN(${firstDue}) AS due FROM orders o WHERE o.state = 'RUNNING' AND o.unsettled > 0`;
const nextEnd = `SELECT MIN(due_at_ms) AS due FROM orders WHERE state = 'RUNNING' AND unsettled = 0`;
const endedManaged = `SELECT id FROM orders
  WHERE is_managed = 1 AND are_files_gone = 0 AND finished_at_ms IS NOT NULL AND finished_at_ms < $1
  ORDER BY finished_at_ms, id LIMIT $2`;
const withManaged =
  'SELECT 1 AS one FROM orders WHERE id = $1 AND is_managed = 1 AND are_files_gone = 0 AND is_forgotten = 0';

export function createOrderReading({ read }: Database): OrderReading {
  const ofAnyone: OrderStore['ofAnyone'] = async (id) => {
    const row = await read.get<OrderRow>(`${selectOrder} WHERE o.id = $1`, [id]);
    return row === undefined ? null : toOrder(row);
  };
  const earliest = async (text: string) => (await read.get<{ due: number | null }>(text))?.due ?? null;

  return {
    ofAnyone,
    async byId(accountId, id) {
      const order = await ofAnyone(id);
      return order?.accountId === accountId ? order : null;
    },
    async progress(id) {
      const row = await read.get<ProgressRow>(`${selectProgress} WHERE o.id = $1 AND o.is_forgotten = 0`, [id]);
      return row === undefined ? null : toProgress(row);
    },
    list: (accountId, listing) => listOrders(read, accountId, listing),
    async tiles(id, { from = 0, limit = Number.MAX_SAFE_INTEGER, withFiles = false } = {}) {
      const rows = await read.all<TileRow>(
        `SELECT ${tileColumns} FROM order_tiles WHERE order_id = $1 AND number >= $2${withFiles ? hasFiles : ''}
         ORDER BY number LIMIT $3`,
        [id, from, limit],
      );
      return rows.map(toOrderTile);
    },
    specs: (id, numbers) => specsOf(read, id, numbers),
    async managedBefore(endedBeforeMs, limit) {
      const rows = await read.all<{ id: string }>(endedManaged, [endedBeforeMs, limit]);
      return rows.map(({ id }) => id);
    },
    hasManagedFiles: async (id) => (await read.get(withManaged, [id])) !== undefined,
    async nextDueMs() {
      if ((await readPausedAt(read)) !== null) return null;
      const [tile, end] = [await earliest(nextTile), await earliest(nextEnd)];
      return tile === null || end === null ? (tile ?? end) : Math.min(tile, end);
    },
  };
}
