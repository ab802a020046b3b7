import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { type Stretch, timed, untimed } from '../known/time-bounds.ts';

/** Entries lie in one table, or by time in a table for each year. */
export type EntriesTable = 'catalog_entries' | 'catalog_entries_by_time';
export const wholeTable = 'catalog_entries' satisfies EntriesTable;
export const partedTable = 'catalog_entries_by_time' satisfies EntriesTable;

/** The entries of some time, in a table of their own. */
export type Partition = Stretch & { readonly name: string };

/** What a search knows of them. */
export type EntriesKnown = {
  /** The table that has all entries. */
  readonly entries: EntriesTable;
  /** Names of the partitions that hold something: one that was seen empty may be dropped later on. */
  readonly partitions: ReadonlySet<string>;
};

const [firstYear, lastYear] = [1970, 2049];

const named = (what: string, low: string, high: string): Partition => ({ name: `catalog_entries_${what}`, low, high });

/** Of a time key or its year, '' for no time. Far times share one: whoever writes items must not be able to make thousands. */
export function partitionOf(dt: string): Partition {
  if (dt === '') return named('untimed', untimed.low, untimed.high);
  const year = Number(dt.slice(0, 4));
  if (year < firstYear) return named('early', timed.low, String(firstYear));
  if (year > lastYear) return named('late', String(lastYear + 1), timed.high);
  return named(String(year), String(year), String(year + 1));
}

/** Where a search finds the entries of a stretch, and what it says besides: the database then passes over other partitions. */
export function partOf(
  { entries, partitions }: EntriesKnown,
  { low, high }: Stretch,
): { readonly table: string; readonly within: SqlCondition } {
  if (entries === wholeTable) return { table: wholeTable, within: everyRow };
  const { name, high: end } = partitionOf(low === timed.low ? earliest : low);
  // A plan for one table is as good as pruning gets; there are as many plans as years that are searched.
  if (high <= end && partitions.has(name)) return { table: name, within: everyRow };
  return { table: partedTable, within: { sql: 'r.dt >= ? AND r.dt < ?', params: [low, high] } };
}

const earliest = '0000';
const everyRow: SqlCondition = { sql: 'TRUE', params: [] };

/** Each once. */
export function partitionsOf(times: Iterable<string>): readonly Partition[] {
  const found = new Map<string, Partition>();
  for (const dt of times) {
    const partition = partitionOf(dt);
    found.set(partition.name, partition);
  }
  return [...found.values()];
}
