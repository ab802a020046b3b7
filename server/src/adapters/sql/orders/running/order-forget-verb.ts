import type { Sql } from '../../database.ts';

type Forgetting = { readonly endedBeforeMs: number; readonly limit: number };

/** Files in the managed bucket go first: they are found by their order. */
const endedLongAgo = `SELECT id FROM orders
  WHERE is_forgotten = 0 AND finished_at_ms IS NOT NULL AND finished_at_ms < $1 AND state <> 'RUNNING'
    AND (is_managed = 0 OR are_files_gone = 1)
  ORDER BY finished_at_ms, id LIMIT $2 FOR UPDATE SKIP LOCKED`;

const parts = ['order_idempotency', 'order_tile_specs', 'order_tiles', 'order_documents'] as const;

export const orderForgetVerbs = {
  /** What was used and at which price stays, for the usage of the year; what was ordered goes. */
  async forgetOrders(sql: Sql, { endedBeforeMs, limit }: Forgetting): Promise<number> {
    const over = await sql.all<{ id: string }>(endedLongAgo, [endedBeforeMs, limit]);
    for (const { id } of over) {
      for (const table of parts) await sql.run(`DELETE FROM ${table} WHERE order_id = $1`, [id]);
      await sql.run('UPDATE orders SET is_forgotten = 1, failure = NULL, end_error = NULL WHERE id = $1', [id]);
    }
    return over.length;
  },
};
