import { setImmediate } from 'node:timers/promises';
import type { OrderListing, OrderPage } from '../../../orders/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import type { Sql } from '../database.ts';
import { type Position, newest } from '../keyset.ts';
import { type FilteredRow, filteredColumns, isMatch } from './order-filter.ts';
import { type ListedOrderRow, selectListed, toListedOrder } from './order-rows.ts';

const scannedAtOnce = 200;
const oldest: Position = { atMs: -1, id: '' };

/** All that may be shown lies strictly between the two. */
type Range = { readonly below: Position; readonly above: Position };
type Direction = 'DESC' | 'ASC';

const isBefore = (a: Position, b: Position): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id);

const between = `WHERE o.account_id = $1 AND (o.created_at_ms, o.id) < ($2, $3) AND (o.created_at_ms, o.id) > ($4, $5)`;
const inOrder = (direction: Direction) => `ORDER BY o.created_at_ms ${direction}, o.id ${direction} LIMIT $6`;
const scan = (direction: Direction) => `SELECT ${filteredColumns}
  FROM orders o JOIN order_documents d ON d.order_id = o.id ${between} ${inOrder(direction)}`;
const page = (direction: Direction) => `${selectListed} ${between} ${inOrder(direction)}`;

async function placeOf(sql: Sql, accountId: string, id: string, member: string): Promise<Position> {
  const row = await sql.get<{ created_at_ms: number }>(
    'SELECT created_at_ms FROM orders WHERE id = $1 AND account_id = $2',
    [id, accountId],
  );
  if (row === undefined) throw new PlatformError('invalid_parameters', `'${member}' is not the id of an order`);
  return { atMs: row.created_at_ms, id };
}

async function rangeOf(sql: Sql, accountId: string, listing: OrderListing): Promise<Range> {
  const { startingAfter, endingBefore, fromMs, untilMs } = listing;
  const after = startingAfter === null ? newest : await placeOf(sql, accountId, startingAfter, 'starting_after');
  const before = endingBefore === null ? oldest : await placeOf(sql, accountId, endingBefore, 'ending_before');
  const until = untilMs === null ? newest : { atMs: untilMs, id: '' };
  const from = fromMs === null ? oldest : { atMs: fromMs, id: '' };
  return { below: isBefore(after, until) ? after : until, above: isBefore(before, from) ? from : before };
}

const paramsOf = (accountId: string, { below, above }: Range, limit: number) => [
  accountId,
  below.atMs,
  below.id,
  above.atMs,
  above.id,
  limit,
];

const behind = (range: Range, { created_at_ms: atMs, id }: FilteredRow, direction: Direction): Range =>
  direction === 'DESC' ? { ...range, below: { atMs, id } } : { ...range, above: { atMs, id } };

type Scan = { readonly accountId: string; readonly range: Range; readonly direction: Direction; readonly most: number };

/** In JavaScript and not in SQL, so that both stores find the same. */
async function scanMatches(
  sql: Sql,
  { accountId, range, direction, most }: Scan,
  filter: NonNullable<OrderListing['filter']>,
): Promise<readonly string[]> {
  const matches: string[] = [];
  for (let rest = range; ;) {
    const rows = await sql.all<FilteredRow>(scan(direction), paramsOf(accountId, rest, scannedAtOnce));
    matches.push(...rows.filter((row) => isMatch(row, filter)).map(({ id }) => id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < scannedAtOnce || matches.length >= most) return matches.slice(0, most);
    rest = behind(rest, last, direction);
    // Reading SQLite holds the thread that answers requests.
    await setImmediate();
  }
}

async function rowsOf(sql: Sql, scan: Scan, filter: OrderListing['filter']): Promise<readonly ListedOrderRow[]> {
  const { accountId, range, direction, most } = scan;
  if (filter === null) return sql.all<ListedOrderRow>(page(direction), paramsOf(accountId, range, most));
  const ids = await scanMatches(sql, scan, filter);
  const rows = await Promise.all(ids.map((id) => sql.get<ListedOrderRow>(`${selectListed} WHERE o.id = $1`, [id])));
  return rows.filter((row) => row !== undefined);
}

/** With `endingBefore`, the page right before that order is the one nearest to it, so that it is read backwards. */
export async function listOrders(sql: Sql, accountId: string, listing: OrderListing): Promise<OrderPage> {
  const { limit, endingBefore, filter } = listing;
  const direction: Direction = endingBefore === null ? 'DESC' : 'ASC';
  const range = await rangeOf(sql, accountId, listing);
  const rows = await rowsOf(sql, { accountId, range, direction, most: limit + 1 }, filter);
  const data = rows.slice(0, limit).map(toListedOrder);
  return { data: direction === 'ASC' ? data.toReversed() : data, hasMore: rows.length > limit };
}
