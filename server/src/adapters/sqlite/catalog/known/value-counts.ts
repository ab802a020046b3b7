import { fineBin } from '../../../../catalog/aggregate/number-buckets.ts';
import type { IndexableCondition, SortRange } from '../../../../catalog/plan/implied.ts';
import { isCounted } from './is-counted.ts';
import { kindOfSlot } from '../rollups/rolled-keys.ts';
import { everyCollection } from '../rollups/rollup-schema.ts';
import type { Prepare } from '../file/statements.ts';

/** How many of all items have such a value. Numbers are counted by bins: how many of the outer ones is not known. */
export type ValueCount = { readonly least: number; readonly most: number };

/** Null where the writer has not counted the values apart. */
export type ValueCounts = (condition: IndexableCondition) => ValueCount | null;

const mostRemembered = 1_000;
const mostRanges = 16;

const ofTerm = 'SELECT items FROM rollups WHERE kind = ? AND collection = ? AND key = ?';
const ofBins = `SELECT sum(items), sum(iif(key = ? OR key = ?, 0, items)) FROM rollups
  WHERE kind = ? AND collection = ? AND key BETWEEN ? AND ?`;

/** Looked up once for each condition, while nobody writes. */
export function createValueCounts(prepare: Prepare): ValueCounts {
  const known = new Map<string, ValueCount | null>();
  return (condition) => {
    const key = JSON.stringify(condition);
    const found = known.get(key);
    if (found !== undefined) return found;
    const count = countValues(condition, prepare);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, count);
    return count;
  };
}

function countValues({ slot, ranges }: IndexableCondition, prepare: Prepare): ValueCount | null {
  const kind = kindOfSlot(slot);
  if (ranges.length > mostRanges || !isCounted(prepare, kind)) return null;
  let [least, most] = [0, 0];
  for (const range of ranges) {
    const count = countRange(range, kind, prepare);
    if (count === null) return null;
    least += count.least;
    most += count.most;
  }
  return { least, most };
}

/** What is not among the terms may be spelled otherwise or too long to be one: nothing is known of it. */
function countRange({ low, high }: SortRange, kind: number, prepare: Prepare): ValueCount | null {
  if (typeof low === 'string') {
    const row = low === high ? (prepare(ofTerm).get(kind, everyCollection, low) as [number] | undefined) : undefined;
    return row === undefined ? null : { least: row[0], most: row[0] };
  }
  // Every text comes after all numbers.
  const first = low === null ? -Number.MAX_VALUE : fineBin(low);
  const last = typeof high === 'number' ? fineBin(high) : Number.MAX_VALUE;
  const [most, least] = prepare(ofBins).get(first, last, kind, everyCollection, first, last) as [number | null, number];
  return most === null ? null : { least, most };
}
