import { isOrderOfRows, isOrderOfTime, orderKeys } from '../../../sql/search/sort-order.ts';
import { type Source, chooseSource } from '../known/choose-source.ts';
import { fewestRows } from './fewest-rows.ts';
import { type Rows, type Way, cutOut, gather, rowsOfIds, rowsOfStreams } from './gather.ts';
import type { Hit, Reading } from './reading.ts';
import { testCandidates } from './test-candidates.ts';
import { walkByCollections } from '../walks/walk-collections.ts';
import { type HitWalk, walkByProperty, walkByRows, walkByTime } from '../walks/walk-in-order.ts';

/** The first `want` items of the order from the position on, in the direction of the walk. */
export async function findInOrder(reading: Reading, way: Way): Promise<readonly Hit[]> {
  const { search, tuning } = reading;
  const gathered = async (rows: Rows) => {
    reading.gathered ??= await gather(reading, rows);
    return cutOut(reading.gathered, search.sort, way);
  };
  if (reading.gathered !== null) return cutOut(reading.gathered, search.sort, way);
  if (search.ids !== null) return gathered(rowsOfIds(search.ids));
  // Only a walk by time ends early; whatever else sorts goes through all that the source has.
  const source = await chooseSource(reading, isOrderOfTime(search.sort) ? 2 * way.want : Infinity);
  if (source.streams.length === 0) return [];
  const rare = source.rows <= tuning.fewRows ? null : await fewestRows(reading);
  if (rare !== null) return gathered(rare);
  const found: Hit[] = [];
  const walk = walkOf(reading, source, way, () => way.want - found.length);
  if (walk === null) return gathered(rowsOfStreams(source, reading));
  let last = 0;
  for await (const batch of walk) {
    // One item's entries have one place in the order.
    const fresh = batch.filter(({ pk }, i) => pk !== (i === 0 ? last : batch[i - 1]!.pk));
    last = batch.at(-1)?.pk ?? last;
    for (const { pk, values } of await testCandidates(reading, fresh)) {
      found.push({ pk, values });
      if (found.length === way.want) return found;
    }
  }
  return found;
}

/** The walk that has the order; null where no index has it, or where going through the streams is cheaper. */
function walkOf(reading: Reading, source: Source, way: Way, missing: () => number): HitWalk | null {
  const { search, snapshot, tuning } = reading;
  const [first, ...rest] = search.sort;
  if (isOrderOfTime(search.sort)) return walkByTime(reading, source, way, missing);
  const isTail = rest[0]?.field === 'datetime';
  const isByCollection = first!.field === 'collection' && isTail;
  // Oldest first, missing times would come before all others among equals and must come after them.
  const isOldestFirst = rest.some(({ field, isDescending }) => field === 'datetime' && !isDescending);
  if (!isOrderOfRows(rest) || (isOldestFirst && !isByCollection)) return null;
  const isDear = source.rows > tuning.mostGathered;
  const byIndex = (way.want * snapshot.items * tuning.lookUpCost) / Math.max(1, source.rows * source.share);
  if (!isDear && source.rows * tuning.entryCost < byIndex) return null;
  if (isByCollection) return walkByCollections(reading, way, missing);
  if (first!.field === 'id') return walkByRows(reading, way, orderKeys(search.sort, way.isBackward));
  const property = snapshot.declared.find(({ name, isReady }) => name === first!.field && isReady);
  return property === undefined || property.hasLong || !isTail
    ? null
    : walkByProperty(reading, source, way, property.slot, missing);
}
