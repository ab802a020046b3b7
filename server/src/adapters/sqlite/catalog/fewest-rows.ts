import type { IndexableCondition } from '../../../catalog/plan/implied.ts';
import type { Source } from './choose-source.ts';
import { withinRanges } from './gather.ts';
import type { Reading } from './reading.ts';
import { atMost } from './statements.ts';

/** A condition that the index of properties serves with at most so many rows. */
export function rarest({ search, prepare }: Reading, most: number): IndexableCondition | null {
  const found = search.indexable.find((condition) => {
    const { sql, params } = withinRanges(condition);
    const counted = prepare(`SELECT count(*) FROM (SELECT 1 FROM props p WHERE ${sql} ${atMost})`);
    return (counted.get(...params, most + 1) as [number])[0] <= most;
  });
  return found ?? null;
}

/** The condition to gather by, where that is cheaper than going through the streams. */
export function fewestRows(reading: Reading, source: Source): IndexableCondition | null {
  const { firstProbe, mostGathered, entryCost, lookUpCost } = reading.tuning;
  const most = Math.min(mostGathered, (source.rows * entryCost) / lookUpCost);
  for (let few = firstProbe; few <= most; few *= 8) {
    const property = rarest(reading, few);
    if (property !== null) return property;
  }
  return null;
}
