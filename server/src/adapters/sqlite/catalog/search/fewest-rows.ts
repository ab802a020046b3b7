import type { Source } from '../known/choose-source.ts';
import { type Lookup, lookUpProperty, lookUpWords } from './gather.ts';
import type { Reading } from '../reading/reading.ts';
import { atMost } from '../file/statements.ts';

/** A condition that an index of values or words serves with at most so many rows. */
export function rarest({ search, snapshot, prepare }: Reading, most: number): Lookup | null {
  // What has more is known for most: it need not be gone through.
  const narrow = search.indexable.filter((condition) => (snapshot.valueCounts(condition)?.least ?? 0) <= most);
  const { tables } = snapshot;
  const lookups = [
    ...narrow.map((condition) => lookUpProperty(condition, tables)),
    ...(search.text?.needed ?? []).map((words) => lookUpWords(words, tables)),
  ];
  const found = lookups.find(({ table, condition: { sql, params } }) => {
    const counted = prepare(`SELECT count(*) FROM (SELECT 1 FROM ${table} p WHERE ${sql} ${atMost})`);
    return (counted.get(...params, most + 1) as [number])[0] <= most;
  });
  return found ?? null;
}

/** A text is another row to be found. */
export const costOfEntry = ({ search, tuning: { entryCost, textCost } }: Reading): number =>
  search.text?.condition ? entryCost + textCost : entryCost;

/** The condition to gather by, where that is cheaper than going through the streams. */
export function fewestRows(reading: Reading, source: Source): Lookup | null {
  const { firstProbe, mostGathered, lookUpCost } = reading.tuning;
  const most = Math.min(mostGathered, (source.rows * costOfEntry(reading)) / lookUpCost);
  for (let few = firstProbe; few <= most; few *= 8) {
    const lookup = rarest(reading, few);
    if (lookup !== null) return lookup;
  }
  return null;
}
