import { dayMs } from '../../../shared/clock.ts';
import type { RequestCount, UsageOwner, UsagePeriod } from '../../../usage/ports.ts';
import { type UsagePart, type UsageShare, joinShares } from '../../../usage/usage-share.ts';
import type { Sql, Value } from '../database.ts';
import { always, rounded, toCents } from '../orders/order-budget.ts';

type Grouping = { readonly part: string; readonly join: string; readonly name: string };

const byDay = (day: string): Grouping => ({ part: day, join: '', name: 'CAST(NULL AS TEXT)' });

/** Of `orders u` and of `request_counts u` alike. */
const named: Readonly<Record<Exclude<UsagePart, 'day'>, Grouping>> = {
  key: { part: 'u.key_id', join: 'LEFT JOIN api_keys n ON n.id = u.key_id', name: 'MAX(n.name)' },
  project: { part: 'u.project', join: 'LEFT JOIN projects n ON n.id = u.project', name: 'MAX(n.name)' },
};

const orderSums = `COUNT(*) AS orders, SUM(u.area_fresh + u.area_standard + u.area_training) AS area,
  SUM(u.cost_fresh + u.cost_standard + u.cost_training) AS cost,
  SUM(CASE WHEN u.cost_fresh IS NULL OR u.cost_standard IS NULL OR u.cost_training IS NULL THEN 1 ELSE 0 END)
    AS unpriced,
  CAST(SUM(u.delivered_bytes) AS BIGINT) AS bytes`;

type OrdersRow = {
  readonly part: string | number | null;
  readonly name: string | null;
  readonly orders: number;
  readonly area: number;
  readonly cost: number | null;
  readonly unpriced: number;
  readonly bytes: number;
};

type RequestsRow = Pick<OrdersRow, 'part' | 'name'> & { readonly requests: number };

const grouped = (
  { part, join, name }: Grouping,
  { table, sums, time }: { readonly table: string; readonly sums: string; readonly time: string },
  owner: string,
  order: string,
) => `SELECT ${part} AS part, ${name} AS name, ${sums} FROM ${table} u ${join}
  WHERE u.${owner} = $1 AND u.${time} >= $2 AND u.${time} < $3 GROUP BY ${part} ORDER BY ${order} LIMIT $4`;

const ordersTable = { table: 'orders', sums: orderSums, time: 'created_at_ms' };
const requestsTable = {
  table: 'request_counts',
  sums: 'CAST(SUM(u.requests) AS BIGINT) AS requests',
  time: 'day',
};

export async function readUsageParts(
  sql: Pick<Sql, 'all'>,
  owner: UsageOwner,
  by: UsagePart,
  period: UsagePeriod,
  most: number,
): Promise<readonly UsageShare[]> {
  const [column, id] =
    'accountId' in owner ? ['account_id', owner.accountId] : ['organization_id', owner.organizationId];
  const [ofOrders, ofRequests] =
    by === 'day' ? [byDay(`u.created_at_ms / ${dayMs}`), byDay('u.day')] : [named[by], named[by]];
  const latest = 'part DESC';
  const orders = grouped(ofOrders, ordersTable, column, by === 'day' ? latest : 'area DESC, part');
  const requests = grouped(ofRequests, requestsTable, column, by === 'day' ? latest : 'requests DESC, part');
  const { fromMs, untilMs } = { fromMs: period.fromMs ?? always.fromMs, untilMs: period.untilMs ?? always.untilMs };
  const days: Value[] = [id, Math.floor(fromMs / dayMs), Math.ceil(untilMs / dayMs), most];
  const [orderRows, requestRows] = await Promise.all([
    sql.all<OrdersRow>(orders, [id, fromMs, untilMs, most]),
    sql.all<RequestsRow>(requests, days),
  ]);
  return joinShares(orderRows.map(ofOrdersRow), requestRows.map(ofRequestsRow));
}

const nothing = { requests: 0, orders: 0, areaSqkm: 0, cost: 0, deliveredBytes: 0 };

/** Days come as numbers. */
const partText = (part: OrdersRow['part']): string | null =>
  typeof part === 'number' ? new Date(part * dayMs).toISOString().slice(0, 10) : part;

const ofOrdersRow = ({ part, name, orders, area, cost, unpriced, bytes }: OrdersRow): UsageShare => ({
  ...nothing,
  of: partText(part),
  name,
  orders,
  areaSqkm: rounded(area, 6),
  cost: unpriced > 0 ? null : toCents(cost ?? 0),
  deliveredBytes: bytes,
});

const ofRequestsRow = ({ part, name, requests }: RequestsRow): UsageShare => ({
  ...nothing,
  of: partText(part),
  name,
  requests,
});

const addCount = `INSERT INTO request_counts (organization_id, day, account_id, key_id, project, requests)
  VALUES ($1, $2, $3, $4, COALESCE((SELECT project FROM api_keys WHERE id = $4), ''), $5)
  ON CONFLICT (organization_id, day, account_id, key_id)
  DO UPDATE SET requests = request_counts.requests + excluded.requests`;

export const usageVerbs = {
  async countRequests(sql: Sql, counts: readonly RequestCount[]): Promise<void> {
    for (const { organizationId, day, accountId, keyId, requests } of counts)
      await sql.run(addCount, [organizationId, day, accountId, keyId ?? '', requests]);
  },
};
