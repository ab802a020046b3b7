import type { Sql } from '../../../adapters/sql/database.ts';
import { minuteMs, secondMs } from '../../../shared/clock.ts';
import { type Check, type Finding, error, ok, warning } from '../finding.ts';
import { readStore } from '../read-store.ts';
import { clockFinding } from './services.ts';

const waitingTooLongMs = 15 * minuteMs;

/** Work that does not get on: orders, mails, webhooks. Asked of the store as it lies there. */
export const workCheck: Check = async ({ config, nowMs }) =>
  readStore(config, async (sql) => [
    ...(await orderFindings(sql, nowMs)),
    ...(await pauseFinding(sql)),
    ...(await noticeFindings(sql, nowMs)),
    ...(await clockFindings(sql, config.SWATH_DATABASE_URL !== null, nowMs)),
  ]);

const waitingTiles = `SELECT COUNT(*) AS tiles, COUNT(DISTINCT t.order_id) AS orders FROM order_tiles t
  JOIN orders o ON o.id = t.order_id AND o.state = 'RUNNING'
  WHERE t.due_at_ms IS NOT NULL AND t.due_at_ms < $1`;
// While somebody is at it the tiles of a large order wait for hours, as they should.
const atWork = 'SELECT 1 AS one FROM order_tiles WHERE holder IS NOT NULL AND due_at_ms > $1 LIMIT 1';
const troubledTiles = `SELECT t.error AS error, COUNT(*) AS tiles FROM order_tiles t
  JOIN orders o ON o.id = t.order_id AND o.state = 'RUNNING'
  WHERE t.due_at_ms IS NOT NULL AND t.failures >= 3 AND t.error IS NOT NULL
  GROUP BY t.error ORDER BY COUNT(*) DESC LIMIT 3`;

async function orderFindings(sql: Sql, nowMs: number): Promise<readonly Finding[]> {
  const late = (await sql.get<{ tiles: number; orders: number }>(waitingTiles, [nowMs - waitingTooLongMs]))!;
  const isStuck = late.tiles > 0 && (await sql.get(atWork, [nowMs])) === undefined;
  const troubled = await sql.all<{ error: string; tiles: number }>(troubledTiles);
  const found = [
    ...(isStuck
      ? [
          error(
            'orders',
            `${late.tiles} tiles of ${late.orders} orders wait for more than 15 minutes, and nobody takes them`,
            `start the service (SWATH_DELIVERY=1) or 'swath worker'; 'swath queue status' says whether it is paused`,
          ),
        ]
      : []),
    ...troubled.map((each) =>
      warning(
        'orders',
        `${each.tiles} tiles fail again and again: ${each.error}`,
        'mend the cause: they are tried again by themselves',
      ),
    ),
  ];
  return found.length === 0 ? [ok('orders', 'nothing is stuck')] : found;
}

async function pauseFinding(sql: Sql): Promise<readonly Finding[]> {
  const row = await sql.get<{ paused_at_ms: number | null }>('SELECT paused_at_ms FROM operating');
  const atMs = row?.paused_at_ms ?? null;
  return atMs === null
    ? []
    : [warning('orders', `the queue is paused since ${new Date(atMs).toISOString()}`, `'swath queue resume'`)];
}

const mails = 'SELECT COUNT(*) AS waiting FROM outbox WHERE is_abandoned = 0 AND queued_at_ms < $1';
const lostMails = 'SELECT COUNT(*) AS waiting FROM outbox WHERE is_abandoned = 1';
const messages = `SELECT COUNT(*) AS waiting FROM webhooks WHERE state = 'pending' AND created_at_ms < $1`;

async function noticeFindings(sql: Sql, nowMs: number): Promise<readonly Finding[]> {
  const count = async (text: string, params: readonly number[]) =>
    (await sql.get<{ waiting: number }>(text, params))?.waiting ?? 0;
  const old = [nowMs - waitingTooLongMs];
  const [late, lost, webhooks] = [await count(mails, old), await count(lostMails, []), await count(messages, old)];
  return [
    ...(late === 0
      ? []
      : [warning('mail', `${late} mails wait for more than 15 minutes`, 'look at the mail server (SWATH_SMTP_URL)')]),
    ...(lost === 0
      ? []
      : [warning('mail', `${lost} mails were refused for good and given up`, 'the log of the service says why')]),
    ...(webhooks === 0
      ? []
      : [
          warning(
            'webhooks',
            `${webhooks} messages wait for more than 15 minutes`,
            'their receivers do not answer: they are tried again by themselves',
          ),
        ]),
  ];
}

/** What was written last must not lie in the future; a server of its own must have the same time. */
async function clockFindings(sql: Sql, isPostgres: boolean, nowMs: number): Promise<readonly Finding[]> {
  const newest = (await sql.get<{ at: number | null }>('SELECT MAX(at_ms) AS at FROM audit_log'))?.at ?? 0;
  const ahead = newest - nowMs;
  const future =
    ahead < minuteMs
      ? []
      : [
          error(
            'clock',
            `the audit has entries ${Math.round(ahead / secondMs)} s ahead of this clock`,
            'set the clock by a time server (NTP): expiries and leases follow it',
          ),
        ];
  if (!isPostgres) return future;
  const row = await sql.get<{ now: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now',
  );
  return [...future, ...clockFinding('PostgreSQL', row!.now - Date.now())];
}
