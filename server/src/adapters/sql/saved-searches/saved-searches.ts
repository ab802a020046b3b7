import type { SavedSearchStore, WatchedSearch } from '../../../saved-searches/ports.ts';
import type { Permission, Role } from '../../../accounts/account.ts';
import { hourMs } from '../../../shared/clock.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Database } from '../database.ts';
import { readCursor, toPage } from '../keyset.ts';
import { sealNotices } from '../notifications/order-notices.ts';
import { goesFirst } from './saved-search-batch-verbs.ts';
import {
  type BatchRow,
  type SavedSearchRow,
  batchColumns,
  savedSearchColumns,
  toBatch,
  toSavedSearch,
  toSavedSearchRow,
} from './saved-search-rows.ts';

const sweptAtOnce = 200;
const idsAtOnce = 500;

const columns = savedSearchColumns.join(', ');
const byId = `SELECT ${columns} FROM saved_searches WHERE id = $1 AND account_id = $2`;
const pageOfSearches = `SELECT ${columns} FROM saved_searches
  WHERE account_id = $1 AND (created_at_ms, id) < ($2, $3) ORDER BY created_at_ms DESC, id DESC LIMIT $4`;
const pageOfBatches = `SELECT ${batchColumns} FROM saved_search_batches
  WHERE saved_search_id = $1 AND (opened_at_ms, id) < ($2, $3) ORDER BY opened_at_ms DESC, id DESC LIMIT $4`;

const watched = `SELECT s.id, s.revision, s.feed, s.since, s.grants, a.role, a.permissions, o.collections
  FROM saved_searches s JOIN accounts a ON a.id = s.account_id JOIN organizations o ON o.id = a.organization_id
  WHERE s.is_paused = 0 AND a.is_active = 1 AND (s.expires_at_ms IS NULL OR s.expires_at_ms > $1) ORDER BY s.id`;

/** One of a search at a time. */
const due = `SELECT b.id FROM saved_search_batches b
  WHERE b.feed = $1 AND b.due_at_ms <= $2 AND NOT EXISTS (${goesFirst('$2')})
  ORDER BY b.due_at_ms, b.id LIMIT $3`;

const spent = `SELECT SUM(COALESCE(o.cost_fresh, 0) + COALESCE(o.cost_standard, 0) + COALESCE(o.cost_training, 0)) AS cost,
    SUM(o.area_fresh + o.area_standard + o.area_training) AS area
  FROM saved_search_batches b JOIN orders o ON o.id = b.order_id
  WHERE b.saved_search_id = $1 AND o.created_at_ms >= $2`;

const positionOf = (row: SavedSearchRow) => ({ atMs: row.created_at_ms, id: row.id });

const bodiesOf = (marks: string) => `SELECT id, search FROM saved_searches WHERE id IN (${marks})`;
const orderedOf = (marks: string) => `SELECT acquisition_id FROM saved_search_acquisitions
  WHERE saved_search_id = $1 AND acquisition_id IN (${marks})`;

type WatchedRow = Pick<SavedSearchRow, 'id' | 'revision' | 'feed' | 'since' | 'grants'> & {
  readonly role: Role;
  readonly permissions: string;
  readonly collections: string | null;
};

const toWatched = (row: WatchedRow, parse: (text: string) => unknown): WatchedSearch => ({
  id: row.id,
  revision: row.revision,
  since: { feed: row.feed, arrival: row.since },
  grants: row.grants === null ? null : (parse(row.grants) as readonly string[]),
  account: { role: row.role, permissions: parse(row.permissions) as readonly Permission[] },
  organization: { collections: row.collections === null ? null : (parse(row.collections) as readonly string[]) },
});

/** Thousands of searches have the same grants, which may be long: the same text is the same object. */
function parsingOnce(): (text: string) => unknown {
  const known = new Map<string, unknown>();
  return (text) => {
    if (!known.has(text)) known.set(text, JSON.parse(text));
    return known.get(text);
  };
}

export function createSavedSearchStore(db: Database, vault: Vault): SavedSearchStore {
  const { read } = db;
  return {
    create: (search, most, audit) =>
      db.write('createSavedSearch', { row: toSavedSearchRow(vault, search), most, audit }),
    async byId(accountId, id) {
      const row = await read.get<SavedSearchRow>(byId, [id, accountId]);
      return row === undefined ? null : toSavedSearch(vault, row);
    },
    async list(accountId, page) {
      const { atMs, id } = readCursor(page.after);
      const rows = await read.all<SavedSearchRow>(pageOfSearches, [accountId, atMs, id, page.limit + 1]);
      return toPage(rows, page, positionOf, (row) => toSavedSearch(vault, row));
    },
    replace: (search, edition, most, audit) =>
      db.write('replaceSavedSearch', { row: toSavedSearchRow(vault, search), edition, most, audit }),
    delete: (accountId, id, audit) => db.write('deleteSavedSearch', { accountId, id, audit }),
    async batches(searchId, page) {
      const { atMs, id } = readCursor(page.after);
      const rows = await read.all<BatchRow>(pageOfBatches, [searchId, atMs, id, page.limit + 1]);
      return toPage(rows, page, (row) => ({ atMs: row.opened_at_ms, id: row.id }), toBatch);
    },
    ...feedReads(db),
    takeFeed: (feed, last, holder, nowMs, leaseUntilMs) =>
      db.write('takeFeed', { feed, last, holder, nowMs, leaseUntilMs }),
    giveFeedBack: (lease) => db.write('giveFeedBack', lease),
    advance: (lease, to, matches, times) => db.write('advanceFeed', { lease, to, matches, ...times }),
    async close(lease, id, times) {
      const rows = await db.write('closeBatch', { lease, id, ...times });
      return rows && { batch: toBatch(rows.batch), search: toSavedSearch(vault, rows.search) };
    },
    settle(lease, id, { outcome, acquisitions, goneKeyId, nowMs, ...notices }) {
      const sealed = sealNotices(vault, notices, nowMs);
      return db.write('settleBatch', { lease, id, outcome, acquisitions, goneKeyId, nowMs, notices: sealed });
    },
    grantMails: (accountId, wanted, most, nowMs) =>
      db.write('grantMails', { accountId, wanted, most, hour: Math.floor(nowMs / hourMs) }),
    postpone: (lease, id, dueAtMs) => db.write('postponeBatch', { lease, id, dueAtMs }),
    async sweep(beforeMs) {
      let swept = 0;
      for (;;) {
        const gone = await db.write('sweepBatches', { beforeMs, limit: sweptAtOnce });
        swept += gone;
        if (gone < sweptAtOnce) return swept;
      }
    },
  };
}

type FeedReads = Pick<SavedSearchStore, 'watched' | 'bodies' | 'look' | 'isHeld' | 'due' | 'ordered' | 'spent'>;

function feedReads({ read }: Database): FeedReads {
  const listed = async <R>(text: (marks: string) => string, first: readonly string[], ids: readonly string[]) => {
    const rows: R[] = [];
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const chunk = ids.slice(at, at + idsAtOnce);
      const marks = chunk.map((_, index) => `$${first.length + index + 1}`).join(', ');
      rows.push(...(await read.all<R>(text(marks), [...first, ...chunk])));
    }
    return rows;
  };
  return {
    async watched(nowMs) {
      const rows = await read.all<WatchedRow>(watched, [nowMs]);
      const parse = parsingOnce();
      return rows.map((row) => toWatched(row, parse));
    },
    async bodies(ids) {
      const rows = await listed<{ id: string; search: string }>(bodiesOf, [], ids);
      return new Map(rows.map(({ id, search }) => [id, search]));
    },
    async look(feed, nowMs) {
      const row = await read.get<{ arrived: number }>('SELECT arrived FROM saved_search_feeds WHERE feed = $1', [feed]);
      const [first] = await read.all(due, [feed, nowMs, 1]);
      const any = await read.get('SELECT id FROM saved_searches WHERE is_paused = 0 LIMIT 1');
      return { arrived: row?.arrived ?? null, hasDue: first !== undefined, hasSearches: any !== undefined };
    },
    async isHeld({ feed, fence }) {
      const text = 'SELECT fence FROM saved_search_feeds WHERE feed = $1 AND fence = $2 AND holder IS NOT NULL';
      return (await read.get(text, [feed, fence])) !== undefined;
    },
    async due(feed, nowMs, limit) {
      return (await read.all<{ id: string }>(due, [feed, nowMs, limit])).map(({ id }) => id);
    },
    async ordered(searchId, acquisitions) {
      const rows = await listed<{ acquisition_id: string }>(orderedOf, [searchId], acquisitions);
      return new Set(rows.map(({ acquisition_id: id }) => id));
    },
    async spent(searchId, sinceMs) {
      const row = await read.get<{ cost: number | null; area: number | null }>(spent, [searchId, sinceMs]);
      return { cost: row?.cost ?? 0, areaSqkm: row?.area ?? 0 };
    },
  };
}
