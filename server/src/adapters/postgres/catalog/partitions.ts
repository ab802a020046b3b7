import { type Stretch, timed, untimed } from './time-bounds.ts';

/** Entries lie in one table, or by time in a table for each year. */
export type EntriesTable = 'catalog_entries' | 'catalog_entries_by_time';
export const wholeTable = 'catalog_entries' satisfies EntriesTable;
export const partedTable = 'catalog_entries_by_time' satisfies EntriesTable;

/** The entries of some time, in a table of their own. */
export type Partition = Stretch & { readonly name: string };

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

/** Said as a constant: a statement that is planned each time is then planned over the partitions that it needs alone. */
export function withinText({ low, high }: Stretch): string {
  if (!isKey.test(low) || !isKey.test(high)) throw new Error('a time key has digits and signs alone');
  return `r.dt >= '${low}' AND r.dt < '${high}'`;
}

const isKey = /^[-0-9T:.!~]*$/;

/** Each once. */
export function partitionsOf(times: Iterable<string>): readonly Partition[] {
  const found = new Map<string, Partition>();
  for (const dt of times) {
    const partition = partitionOf(dt);
    found.set(partition.name, partition);
  }
  return [...found.values()];
}
