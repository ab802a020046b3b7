import type { DeclaredProperty } from '../../../../catalog/plan/slots.ts';
import { rangeOfWorld } from '../../../../catalog/plan/streams.ts';
import { textVersion } from '../../../../catalog/text/words-of.ts';
import { type EntriesKnown, type EntriesTable, partedTable } from '../partitions/partitions.ts';
import type { StreamRows } from './read-streams.ts';
import type { Query } from '../database/query.ts';

export type IndexedProperty = DeclaredProperty & {
  readonly hasLong: boolean;
  /** Entries have not every value of it. */
  readonly isInItemsOnly: boolean;
};

/** What every search asks of the store, read once for as long as nobody writes. */
export type Snapshot = EntriesKnown & {
  readonly declared: readonly IndexedProperty[];
  /** False while the texts of older items are still to be read. */
  readonly areTextsReady: boolean;
  /** Whether every footprint has a shape that PostGIS relates as the evaluator does. */
  readonly areShapesComplete: boolean;
  /** Of all collections. */
  readonly items: number;
  /** Numbers and sizes of those that were asked for; names that are no collection's are not remembered: there is no end of them. */
  readonly collections: Map<string, KnownCollection>;
  /** Streams that were looked up, by their ranges. */
  readonly sources: Map<string, StreamRows>;
  /** How many items indexes of values and words were seen to have, by what was asked of them. */
  readonly probes: Map<string, readonly number[]>;
};

export type KnownCollection = { readonly number: number; readonly items: number };

export type Snapshots = (query: Query) => Promise<Snapshot>;

/** Within the transaction of a search: the version and the rows then are of one moment. */
export function createSnapshots(): Snapshots {
  let known: { readonly version: string; readonly snapshot: Snapshot } | null = null;
  return async (query) => {
    const version = await readVersion(query);
    if (known?.version === version) return known.snapshot;
    const snapshot = await readSnapshot(query);
    known = { version, snapshot };
    return snapshot;
  };
}

export async function readVersion(query: Query): Promise<string> {
  const [row] = await query<[string]>(`SELECT version::text || '-' || mark FROM catalog_state`);
  return row![0];
}

const areShapesComplete = 'NOT EXISTS (SELECT 1 FROM catalog_items WHERE footprint IS NOT NULL AND shape IS NULL)';

async function readSnapshot(query: Query): Promise<Snapshot> {
  const { first, last } = rangeOfWorld;
  const [row] = await query<[number]>(
    'SELECT coalesce(sum(items), 0)::bigint FROM catalog_streams WHERE stream BETWEEN ? AND ?',
    [first, last],
  );
  const [state] = await query<[number, boolean, EntriesTable]>(
    `SELECT text_version, ${areShapesComplete}, entries FROM catalog_state`,
  );
  const entries = state![2];
  return {
    entries,
    partitions: entries === partedTable ? await readPartitions(query) : new Set(),
    declared: await readDeclared(query),
    areTextsReady: state![0] === textVersion,
    areShapesComplete: state![1],
    items: row![0],
    collections: new Map(),
    sources: new Map(),
    probes: new Map(),
  };
}

async function readPartitions(query: Query): Promise<ReadonlySet<string>> {
  const rows = await query<[string]>('SELECT name FROM catalog_partitions WHERE empty_since IS NULL');
  return new Set(rows.map(([name]) => name));
}

export async function readDeclared(query: Query): Promise<readonly IndexedProperty[]> {
  const rows = await query<[number, string, boolean, boolean, boolean]>(
    'SELECT slot, name, is_ready, has_long, in_items_only FROM catalog_declared ORDER BY slot',
  );
  return rows.map(([slot, name, isReady, hasLong, isInItemsOnly]) => ({ slot, name, isReady, hasLong, isInItemsOnly }));
}

/** Looks up the collections that nobody asked for since the last write. */
export async function knowCollections(query: Query, { collections }: Snapshot, ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !collections.has(id));
  if (missing.length === 0) return;
  const rows = await query<[string, number, number]>(
    'SELECT id, number, items FROM catalog_collections WHERE id = ANY(?::text[])',
    [missing],
  );
  for (const [id, number, items] of rows) collections.set(id, { number, items });
}

/** Of the collections, which must be known; null is all. */
export function itemsIn({ collections, items }: Snapshot, ids: readonly string[] | null): number {
  if (ids === null) return items;
  return [...new Set(ids)].reduce((sum, id) => sum + (collections.get(id)?.items ?? 0), 0);
}
