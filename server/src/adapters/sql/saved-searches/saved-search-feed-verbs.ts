import { randomUUID } from 'node:crypto';
import type { FeedLease, FoundMatches } from '../../../saved-searches/ports.ts';
import { type ItemKey, type MatchCounts, mostItemsKept } from '../../../saved-searches/saved-search.ts';
import { minuteMs } from '../../../shared/clock.ts';
import type { Sql } from '../database.ts';

type FeedRow = {
  readonly arrived: number;
  readonly holder: string | null;
  readonly lease_until_ms: number;
  readonly fence: number;
};

type Taking = {
  readonly feed: string;
  readonly last: number;
  readonly holder: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
};

const lockFeed = 'SELECT arrived, holder, lease_until_ms, fence FROM saved_search_feeds WHERE feed = $1 FOR UPDATE';

/** A feed begins where the first search of it was saved. */
const beginFeed = `INSERT INTO saved_search_feeds (feed, arrived)
  VALUES ($1, COALESCE((SELECT MIN(since) FROM saved_searches WHERE feed = $1), $2)) ON CONFLICT (feed) DO NOTHING`;

async function takeFeed(sql: Sql, { feed, last, holder, nowMs, leaseUntilMs }: Taking): Promise<FeedLease | null> {
  await sql.run(beginFeed, [feed, last]);
  const row = (await sql.get<FeedRow>(lockFeed, [feed]))!;
  if (row.holder !== null && row.holder !== holder && row.lease_until_ms > nowMs) return null;
  const arrived = Math.min(row.arrived, last);
  if (arrived < row.arrived)
    await sql.run('UPDATE saved_searches SET since = $2 WHERE feed = $1 AND since > $2', [feed, last]);
  const fence = row.fence + 1;
  await sql.run(
    'UPDATE saved_search_feeds SET arrived = $2, holder = $3, lease_until_ms = $4, fence = $5 WHERE feed = $1',
    [feed, arrived, holder, leaseUntilMs, fence],
  );
  return { feed, fence, arrived };
}

/** Locks the feed; false where it is another's now. */
export async function isStillHeld(sql: Sql, { feed, fence }: Pick<FeedLease, 'feed' | 'fence'>): Promise<boolean> {
  const row = await sql.get<FeedRow>(lockFeed, [feed]);
  return row !== undefined && row.fence === fence && row.holder !== null;
}

type Advance = {
  readonly lease: FeedLease;
  readonly to: number;
  readonly matches: readonly FoundMatches[];
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  readonly defaultIntervalMs: number;
};

async function advanceFeed(sql: Sql, advance: Advance): Promise<boolean> {
  const { lease, to, matches, leaseUntilMs } = advance;
  if (!(await isStillHeld(sql, lease))) return false;
  const moved = await sql.run(
    'UPDATE saved_search_feeds SET arrived = $3, lease_until_ms = $4 WHERE feed = $1 AND arrived = $2',
    [lease.feed, lease.arrived, to, leaseUntilMs],
  );
  if (moved === 0) return false;
  // Sorted, so that two transactions take the same rows in the same order.
  for (const found of [...matches].sort((a, b) => (a.id < b.id ? -1 : 1))) await gather(sql, found, advance);
  return true;
}

type Gathering = { readonly id: string; readonly counts: string; readonly items: string; readonly kept: number };

async function gather(sql: Sql, found: FoundMatches, { lease, nowMs, defaultIntervalMs }: Advance): Promise<void> {
  const search = await sql.get<{ interval_minutes: number | null; least_minutes: number }>(
    'SELECT interval_minutes, least_minutes FROM saved_searches WHERE id = $1 AND revision = $2 AND is_paused = 0 FOR UPDATE',
    [found.id, found.revision],
  );
  if (search === undefined) return;
  const batch = await sql.get<Gathering>(
    `SELECT id, counts, items, kept FROM saved_search_batches
     WHERE saved_search_id = $1 AND feed = $2 AND state = 'gathering' FOR UPDATE`,
    [found.id, lease.feed],
  );
  if (batch !== undefined) return grow(sql, batch, found);
  const { interval_minutes: minutes, least_minutes: least } = search;
  const intervalMs = Math.max(minutes === null ? defaultIntervalMs : minutes * minuteMs, least * minuteMs);
  await sql.run(
    `INSERT INTO saved_search_batches (id, saved_search_id, feed, state, opened_at_ms, due_at_ms, counts, items, kept)
     VALUES ($1, $2, $3, 'gathering', $4, $5, $6, $7, $8)`,
    [
      randomUUID(),
      found.id,
      lease.feed,
      nowMs,
      nowMs + intervalMs,
      JSON.stringify(found.counts),
      found.items,
      found.kept,
    ],
  );
}

async function grow(sql: Sql, { id, counts, items, kept }: Gathering, found: FoundMatches): Promise<void> {
  const sums = new Map(Object.entries(JSON.parse(counts) as MatchCounts));
  for (const [collection, more] of Object.entries(found.counts))
    sums.set(collection, (sums.get(collection) ?? 0) + more);
  const summed = JSON.stringify(Object.fromEntries(sums));
  if (kept >= mostItemsKept)
    return void (await sql.run('UPDATE saved_search_batches SET counts = $2 WHERE id = $1', [id, summed]));
  await sql.run('UPDATE saved_search_batches SET counts = $2, items = $3, kept = $4 WHERE id = $1', [
    id,
    summed,
    both(items, found.items, kept + found.kept > mostItemsKept),
    Math.min(mostItemsKept, kept + found.kept),
  ]);
}

/** Two lists that are not empty as one; read only where it has to be cut. */
function both(first: string, second: string, isTooLong: boolean): string {
  if (!isTooLong) return `${first.slice(0, -1)},${second.slice(1)}`;
  const all = [first, second].flatMap((list) => JSON.parse(list) as ItemKey[]);
  return JSON.stringify(all.slice(0, mostItemsKept));
}

export const savedSearchFeedVerbs = {
  takeFeed,
  advanceFeed,
  async giveFeedBack(sql: Sql, { feed, fence }: FeedLease): Promise<void> {
    await sql.run('UPDATE saved_search_feeds SET holder = NULL WHERE feed = $1 AND fence = $2', [feed, fence]);
  },
};
