import { type Source, chooseSource } from '../known/choose-source.ts';
import { costOfEntry, fewestRows, rarest } from './fewest-rows.ts';
import { findFew } from './find-few.ts';
import { findNear } from './find-near.ts';
import { type Rows, cutOut, gather, rowsOfIds, rowsOfLookup, rowsOfStreams } from './gather.ts';
import type { Reading } from '../reading/reading.ts';
import { createTest } from '../reading/test-candidate.ts';
import { bestWords, fewWords, walkByWords, withText } from '../walks/walk-by-words.ts';
import { isOrderOfTime } from '../../../sql/search/sort-order.ts';
import { type Way, walkInOrder } from '../walks/walk-in-order.ts';
import type { Candidate } from '../walks/walk-time.ts';

/** The first `want` items of the order from the position on, in the direction of the walk. */
export function findInOrder(reading: Reading, way: Way): readonly number[] {
  const { search, snapshot, prepare, tuning } = reading;
  const gathered = (rows: Rows) => cutOut((reading.gathered = gather(reading, rows)), search.sort, way);
  if (reading.gathered !== null) return cutOut(reading.gathered, search.sort, way);
  if (search.ids !== null) return gathered(rowsOfIds(search.ids));
  const near = findNear(reading, way);
  if (near !== null) return near;
  // Only a walk by time ends early; whatever else sorts goes through all that the source has.
  const wanted = isOrderOfTime(search.sort) ? (2 * way.want) / (search.text?.share ?? 1) : Infinity;
  const source = withText(search, chooseSource(search, snapshot, prepare, wanted));
  if (source.streams.length === 0) return [];
  const few = findFew(reading, source, way);
  if (few !== null) return few;
  const probe = fewWords(reading, source, way.want) ?? tuning.firstProbe;
  const rare = source.rows <= tuning.fewRows ? null : rarest(reading, probe);
  if (rare !== null) return gathered(rowsOfLookup(rare));
  const found: number[] = [];
  const { position, isBackward, want } = way;
  const counted: Way = { position, isBackward, want, missing: () => want - found.length };
  const words = bestWords(reading, source, way.want);
  const walk = words === null ? walkInOrder(reading, source, counted) : walkByWords(reading, source, counted, words);
  if (walk === null) {
    const lookup = fewestRows(reading, source);
    return gathered(lookup === null ? rowsOfStreams(source) : rowsOfLookup(lookup));
  }
  return race(reading, walk, way.want, found, (budget) => {
    const rows = shorterWay(reading, source, budget);
    return rows && gathered(rows);
  });
}

/** Walks, but looks for a shorter way each time the walk has cost eight times as much: never far from the best. */
function race(
  { search, snapshot, prepare, effort, tuning }: Reading,
  walk: Generator<readonly Candidate[]>,
  want: number,
  found: number[],
  shortcut: (budget: number) => readonly number[] | null,
): readonly number[] {
  const test = createTest(search, prepare, effort, snapshot.footprints);
  const before = effort.scanned();
  let budget = tuning.firstBudget;
  let last = 0;
  for (const batch of walk) {
    for (const candidate of batch) {
      const [pk] = candidate;
      // One item's entries have one place in the order.
      if (pk !== last && test(candidate)) found.push(pk);
      if (found.length === want) return found;
      last = pk;
    }
    if (effort.scanned() - before <= budget) continue;
    const other = shortcut(budget);
    if (other !== null) return other;
    budget *= 8;
  }
  return found;
}

/** What to gather instead of walking on; never more than may be gathered, for the walk ends some day. */
function shorterWay(reading: Reading, source: Source, budget: number): Rows | null {
  const { mostGathered, lookUpCost, testCost } = reading.tuning;
  const { sort, isInArea, isMatch } = reading.search;
  const lookup = rarest(reading, Math.min(budget, mostGathered));
  if (lookup !== null) return rowsOfLookup(lookup);
  const isTested = isInArea !== null || isMatch !== null;
  const cost = source.rows * (costOfEntry(reading) + (isTested ? source.share * testCost : 0));
  const isDear = source.rows > mostGathered || cost > budget * lookUpCost;
  return isDear || isOrderOfTime(sort) ? null : rowsOfStreams(source);
}
