import type { DeclaredProperty } from '../../../catalog/plan/slots.ts';
import type { Statement } from '../driver.ts';
import type { Source } from './choose-source.ts';

/** What every search asks of the store, read once for as long as nobody writes. */
export type Snapshot = {
  readonly declared: readonly DeclaredProperty[];
  readonly collections: ReadonlyMap<string, { readonly number: number; readonly items: number }>;
  /** Of all collections. */
  readonly items: number;
  /** Streams that were looked up, by their ranges. */
  readonly sources: Map<string, Source>;
  /** Moments that thousands of items were found to share. */
  readonly crowds: Set<string>;
};

/** Of the collections; null is all. */
export const itemsIn = ({ collections, items }: Snapshot, ids: readonly string[] | null): number =>
  ids === null ? items : ids.reduce((sum, id) => sum + (collections.get(id)?.items ?? 0), 0);

export type Prepare = (sql: string) => Statement;

/** Must be called inside a read transaction: the number and the rows then are of one moment. */
export function createSnapshots(prepare: Prepare): () => Snapshot {
  let known: { readonly version: number; readonly snapshot: Snapshot } | null = null;
  return () => {
    const [version] = prepare('PRAGMA data_version').get() as [number];
    if (known?.version !== version) known = { version, snapshot: readSnapshot(prepare) };
    return known.snapshot;
  };
}

function readSnapshot(prepare: Prepare): Snapshot {
  const declared = prepare('SELECT slot, name, is_ready FROM declared').all() as [number, string, number][];
  const collections = prepare('SELECT id, number, items FROM collections').all() as [string, number, number][];
  return {
    declared: declared.map(([slot, name, isReady]) => ({ slot, name, isReady: isReady === 1 })),
    collections: new Map(collections.map(([id, number, items]) => [id, { number, items }])),
    items: collections.reduce((sum, [, , items]) => sum + items, 0),
    sources: new Map(),
    crowds: new Set(),
  };
}
