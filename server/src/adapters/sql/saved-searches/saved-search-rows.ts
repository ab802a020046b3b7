import type { JsonObject } from '../../../catalog/refuse.ts';
import {
  type BatchOutcome,
  type ItemKey,
  type MatchBatch,
  type MatchCounts,
  type SavedSearch,
  leastMinutesOf,
} from '../../../saved-searches/saved-search.ts';
import type { Vault } from '../../../vault/vault.ts';

/** A saved search as it lies in the database: plain data for a verb. */
export type SavedSearchRow = {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly search: string;
  readonly sealed: string;
  /** Of all that its owner decides, as JSON. */
  readonly bytes: number;
  readonly key_id: string | null;
  readonly grants: string | null;
  readonly interval_minutes: number | null;
  readonly least_minutes: number;
  readonly is_paused: number;
  readonly expires_at_ms: number | null;
  readonly created_at_ms: number;
  readonly changed_at_ms: number;
  readonly feed: string;
  readonly since: number;
  readonly revision: number;
  readonly edition: number;
};

export const savedSearchColumns = [
  'id',
  'account_id',
  'name',
  'search',
  'sealed',
  'bytes',
  'key_id',
  'grants',
  'interval_minutes',
  'least_minutes',
  'is_paused',
  'expires_at_ms',
  'created_at_ms',
  'changed_at_ms',
  'feed',
  'since',
  'revision',
  'edition',
] as const satisfies readonly (keyof SavedSearchRow)[];

const sealContext = (id: string) => `saved-search:${id}`;

export function toSavedSearchRow(vault: Vault, search: SavedSearch): SavedSearchRow {
  const { id, notify, action } = search;
  return {
    id,
    account_id: search.accountId,
    name: search.name,
    search: JSON.stringify(search.search),
    sealed: vault.seal(JSON.stringify({ notify, action }), sealContext(id)),
    bytes: Buffer.byteLength(JSON.stringify({ name: search.name, search: search.search, notify, action })),
    key_id: search.keyId,
    grants: search.grants && JSON.stringify(search.grants),
    interval_minutes: search.intervalMinutes,
    least_minutes: leastMinutesOf(notify),
    is_paused: Number(search.isPaused),
    expires_at_ms: search.expiresAtMs,
    created_at_ms: search.createdAtMs,
    changed_at_ms: search.changedAtMs,
    feed: search.since.feed,
    since: search.since.arrival,
    revision: search.revision,
    edition: search.edition,
  };
}

export function toSavedSearch(vault: Vault, row: SavedSearchRow): SavedSearch {
  const opened = JSON.parse(vault.open(row.sealed, sealContext(row.id))) as Pick<SavedSearch, 'notify' | 'action'>;
  return {
    ...opened,
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    search: JSON.parse(row.search) as JsonObject,
    keyId: row.key_id,
    grants: row.grants === null ? null : (JSON.parse(row.grants) as readonly string[]),
    intervalMinutes: row.interval_minutes,
    isPaused: row.is_paused === 1,
    expiresAtMs: row.expires_at_ms,
    createdAtMs: row.created_at_ms,
    changedAtMs: row.changed_at_ms,
    since: { feed: row.feed, arrival: row.since },
    revision: row.revision,
    edition: row.edition,
  };
}

export type BatchRow = {
  readonly id: string;
  readonly saved_search_id: string;
  readonly state: MatchBatch['state'];
  readonly opened_at_ms: number;
  readonly due_at_ms: number | null;
  readonly settled_at_ms: number | null;
  readonly attempts: number;
  readonly counts: string;
  readonly items: string;
  readonly outcome: string | null;
};

export const batchColumns =
  'id, saved_search_id, state, opened_at_ms, due_at_ms, settled_at_ms, attempts, counts, items, outcome';

export const toBatch = (row: BatchRow): MatchBatch => ({
  id: row.id,
  searchId: row.saved_search_id,
  state: row.state,
  openedAtMs: row.opened_at_ms,
  dueAtMs: row.due_at_ms,
  settledAtMs: row.settled_at_ms,
  attempts: row.attempts,
  counts: JSON.parse(row.counts) as MatchCounts,
  items: JSON.parse(row.items) as ItemKey[],
  outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as BatchOutcome),
});
