import type { IndexableCondition } from '../../../../catalog/plan/implied.ts';
import type { DeclaredProperty } from '../../../../catalog/plan/slots.ts';
import { sqliteDialect } from '../../../../catalog/plan/sql-dialect.ts';
import { rangeOfWorld } from '../../../../catalog/plan/streams.ts';
import type { TimeSpread } from '../../../../catalog/plan/time-spread.ts';
import { type PlanFilter, filterPlanner, rememberingPlans } from '../../../sql/search/filter-plan.ts';
import { type IndexTables, readIndexTables } from '../file/fresh-rows.ts';
import type { Prepare } from '../file/statements.ts';
import type { Stat } from './choose-source.ts';
import { type KnownCollections, createKnownCollections } from './known-collections.ts';
import { type RememberedCells, createRememberedCells } from './remembered-cells.ts';
import { type RememberedFootprints, createRememberedFootprints } from './remembered-footprints.ts';
import { type RememberedSources, createRememberedSources } from './remembered-sources.ts';
import { areTextsReady } from '../tend/settle-texts.ts';
import { type TimeSpreads, createTimeSpreads } from './time-spreads.ts';
import { type ValueCounts, createValueCounts } from './value-counts.ts';

/** What every search asks of the store, read once for as long as nobody writes. */
export type Snapshot = {
  readonly declared: readonly DeclaredProperty[];
  /** Looked up one by one: there may be very many. */
  readonly collections: KnownCollections;
  /** Of all collections. */
  readonly items: number;
  /** Where rows by value and by word are read. */
  readonly tables: IndexTables;
  /** False while the texts of older items are still to be read. */
  readonly areTextsReady: boolean;
  readonly sources: RememberedSources;
  /** What is known of the streams of large cells, by range. */
  readonly ranges: Map<string, readonly Stat[]>;
  readonly valueCounts: ValueCounts;
  readonly planFilter: PlanFilter;
  /** Null where days are not counted. */
  readonly timeSpread: () => TimeSpread | null;
  /** Moments that thousands of items were found to share. */
  readonly crowds: Set<string>;
  /** That were looked at, by key: large ones are looked at for every box within them. */
  readonly footprints: RememberedFootprints;
  /** Rows of cells that were asked for. */
  readonly cells: RememberedCells;
};

/** Of the collections; null is all. */
export const itemsIn = ({ collections, items }: Snapshot, ids: readonly string[] | null): number =>
  ids === null ? items : collections.itemsIn(ids);

/** Must be called inside a read transaction: the number and the rows then are of one moment. */
export function createSnapshots(prepare: Prepare, cellRows = 0): () => Snapshot {
  let known: { readonly version: number; readonly snapshot: Snapshot } | null = null;
  const spreads = createTimeSpreads(prepare);
  return () => {
    const [version] = prepare('PRAGMA data_version').get() as [number];
    if (known?.version !== version) known = { version, snapshot: readSnapshot(prepare, spreads, cellRows) };
    return known.snapshot;
  };
}

function readSnapshot(prepare: Prepare, spreads: TimeSpreads, cellRows: number): Snapshot {
  const items = itemsOfWorld(prepare);
  const rows = prepare('SELECT slot, name, is_ready FROM declared').all() as [number, string, number][];
  const declared = rows.map(([slot, name, isReady]) => ({ slot, name, isReady: isReady === 1 }));
  const valueCounts = createValueCounts(prepare);
  const shareOf = (condition: IndexableCondition): number | null => {
    const count = valueCounts(condition);
    return count && (count.least + count.most) / 2 / Math.max(1, items);
  };
  return {
    declared,
    collections: createKnownCollections(prepare),
    items,
    tables: readIndexTables(prepare),
    areTextsReady: areTextsReady(prepare),
    sources: createRememberedSources(),
    ranges: new Map(),
    valueCounts,
    planFilter: rememberingPlans(filterPlanner(declared, sqliteDialect, shareOf)),
    timeSpread: () => spreads(items),
    crowds: new Set(),
    footprints: createRememberedFootprints(),
    cells: createRememberedCells(cellRows),
  };
}

/** Every item stands in one stream of the world. */
function itemsOfWorld(prepare: Prepare): number {
  const { first, last } = rangeOfWorld;
  const sum = 'SELECT coalesce(sum(items), 0) FROM stream_facts WHERE stream BETWEEN ? AND ?';
  return (prepare(sum).get(first, last) as [number])[0];
}
