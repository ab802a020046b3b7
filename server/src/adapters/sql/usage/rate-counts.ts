import { hourMs, minuteMs } from '../../../shared/clock.ts';
import type { RateCount, RateCounts } from '../../../usage/ports.ts';
import type { Database, Sql } from '../database.ts';

type Addition = { readonly windowMs: number; readonly counts: readonly RateCount[] };

/** How much of a window that makes in all. */
export async function addRateCount(sql: Sql, windowMs: number, { identity, used }: RateCount): Promise<number> {
  const row = await sql.get<{ used: number }>(
    `INSERT INTO rate_counts (window_ms, identity, used) VALUES ($1, $2, $3)
     ON CONFLICT (window_ms, identity) DO UPDATE SET used = rate_counts.used + excluded.used RETURNING used`,
    [windowMs, identity, used],
  );
  return row!.used;
}

const endOfHour = (nowMs: number): number => (Math.floor(nowMs / hourMs) + 1) * hourMs;

/** The same of the hour under way: its window ends with it, and so it is swept with the others. */
export const addHourCount = (sql: Sql, nowMs: number, count: RateCount): Promise<number> =>
  addRateCount(sql, endOfHour(nowMs), count);

/** What of the hour under way was counted before. */
export async function readHourCount(sql: Pick<Sql, 'get'>, nowMs: number, identity: string): Promise<number> {
  const counted = 'SELECT used FROM rate_counts WHERE window_ms = $1 AND identity = $2';
  return (await sql.get<{ used: number }>(counted, [endOfHour(nowMs), identity]))?.used ?? 0;
}

export const sweepRateCounts = (sql: Sql, nowMs: number): Promise<number> =>
  sql.run('DELETE FROM rate_counts WHERE window_ms < $1', [nowMs - 2 * minuteMs]);

/** In the order of identities: two nodes that add at once must not wait for each other. */
async function addRateCounts(sql: Sql, { windowMs, counts }: Addition): Promise<readonly RateCount[]> {
  await sweepRateCounts(sql, windowMs);
  const totals: RateCount[] = [];
  for (const count of counts.toSorted((a, b) => (a.identity < b.identity ? -1 : 1)))
    totals.push({ identity: count.identity, used: await addRateCount(sql, windowMs, count) });
  return totals;
}

export const rateCountVerbs = { addRateCounts };

export const createRateCounts = (db: Database): RateCounts => ({
  add: (windowMs, counts) => db.write('addRateCounts', { windowMs, counts }),
});
