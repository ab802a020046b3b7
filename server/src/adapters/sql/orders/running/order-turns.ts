import type { Sql } from '../../database.ts';

/** The orders of an organization that have something due, each in its turn. */
export type Turn = readonly string[];

const open = `o.state = 'RUNNING' AND o.unsettled > 0`;

/** When the first of an order's tiles may be claimed: one look into `order_tiles_open`. */
export const firstDue =
  '(SELECT MIN(t.due_at_ms) FROM order_tiles t WHERE t.order_id = o.id AND t.due_at_ms IS NOT NULL)';

/** The turn of who was served last of an organization's orders: one that comes anew stands behind all that wait. */
export const lastTurn = (organization: string): string =>
  `COALESCE((SELECT MAX(o.served) FROM orders o WHERE o.organization_id = ${organization} AND ${open}), 0)`;

// From one organization to the next through the index: one with ten thousand orders is one step.
const nextWith = (condition: string) => `SELECT MIN(o.organization_id) FROM orders o WHERE ${open}${condition}`;
const organizationsInTurn = `WITH RECURSIVE waiting (id) AS (
    ${nextWith('')} UNION ALL
    SELECT (${nextWith(' AND o.organization_id > waiting.id')}) FROM waiting WHERE waiting.id IS NOT NULL)
  SELECT waiting.id FROM waiting LEFT JOIN order_turns turns ON turns.organization_id = waiting.id
  WHERE EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = waiting.id AND ${open} AND ${firstDue} <= $1)
  ORDER BY COALESCE(turns.served, 0), waiting.id LIMIT $2`;

const ordersOfOrganization = `SELECT o.id FROM orders o
  WHERE o.organization_id = $1 AND ${open} AND ${firstDue} <= $2 ORDER BY o.served, o.id LIMIT $3`;

/** Those that were served longest ago come first: neither a large order nor many small ones keep another customer waiting. */
export async function ordersInTurn(
  sql: Sql,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (const { id } of await sql.all<{ id: string }>(organizationsInTurn, [nowMs, limit])) {
    const orders = await sql.all<{ id: string }>(ordersOfOrganization, [id, nowMs, limit]);
    turns.push(orders.map((order) => order.id));
  }
  const chosen = new Set(interleave(turns, limit));
  return turns.map((orderIds) => orderIds.filter((id) => chosen.has(id)));
}

/** One of each in turn, until there are enough. */
export function interleave<T>(queues: readonly (readonly T[])[], limit: number): T[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const rounds = Array.from({ length: longest }, (_, round) => queues.flatMap((queue) => queue[round] ?? []));
  return rounds.flat().slice(0, limit);
}

type Served = { readonly id: string; readonly organization_id: string };

/** Orders are locked by now, and the turns of organizations by nobody else: each in the order of its id. */
export async function noteServed(sql: Sql, orders: readonly Served[]): Promise<void> {
  const organizations = [...new Set(orders.map((order) => order.organization_id))].sort();
  for (const organization of organizations) {
    const last = await sql.get<{ served: number }>(`SELECT ${lastTurn('$1')} AS served`, [organization]);
    const ids = orders.filter((order) => order.organization_id === organization).map(({ id }) => id);
    for (const id of ids.sort()) await sql.run('UPDATE orders SET served = $2 WHERE id = $1', [id, last!.served + 1]);
  }
  if (organizations.length === 0) return;
  const last = await sql.get<{ served: number | null }>('SELECT MAX(served) AS served FROM order_turns');
  for (const organization of organizations)
    await sql.run(
      `INSERT INTO order_turns (organization_id, served) VALUES ($1, $2)
       ON CONFLICT (organization_id) DO UPDATE SET served = excluded.served`,
      [organization, (last!.served ?? 0) + 1],
    );
}
