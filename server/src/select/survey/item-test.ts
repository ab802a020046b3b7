import { ageClassifier } from '../age.ts';
import type { SurveyJob } from '../ports.ts';
import type { CompiledQuery } from '../query/compile-query.ts';
import { type ItemFacts, itemValue } from './item-facts.ts';
import { type Tally, holdAll } from './tally.ts';

/** Whether an item may be a source of a tile: its age, the conditions that it can tell, and that it has a time. */
export function itemTest(
  { nowMs, request }: Pick<SurveyJob, 'nowMs' | 'request'>,
  query: Pick<CompiledQuery, 'conditions'>,
  tally: Tally,
): (facts: ItemFacts) => boolean {
  const ageOf = ageClassifier(nowMs);
  const { ages } = request;
  const conditions = query.conditions.filter(({ isOfTile }) => !isOfTile);
  return (facts) => {
    const hasTime = facts.takenAt !== '';
    if (ages !== null && !(hasTime && ages.includes(ageOf(facts.takenMs)))) {
      tally.ofOtherAge++;
      return false;
    }
    if (!holdAll(conditions, tally, (field) => itemValue(facts, field))) return false;
    if (!hasTime) tally.withoutTime++;
    return hasTime;
  };
}
