import type { AggregateQuestion, Aggregated, Measure } from '../../../../catalog/aggregate/measure.ts';
import { type Taking, takeItems } from '../../../../catalog/aggregate/take-items.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { answerFromRollups } from './answer-from-rollups.ts';
import { eachGroup, groupingOf } from './each-group.ts';
import { eachMatch } from './each-match.ts';
import { matchingRows } from './matching-rows.ts';
import type { Reading } from '../reading/reading.ts';
import { isUnconditional } from '../../../sql/search/matched-count.ts';
import { type SearchNeeds, startReading } from '../search/search-page.ts';

/** One question within one read transaction: from rollups where they know, else by a look at every row. */
export function aggregateItems(
  needs: SearchNeeds,
  { search, measures }: AggregateQuestion,
  visibility: Visibility,
): readonly Aggregated[] {
  const reading = startReading(needs, search, visibility);
  if (reading === null) return takeItems(measures).results();
  const isWhole = isUnconditional(search);
  const known = measures.map((measure) => (isWhole ? answerFromRollups(reading, measure) : null));
  const open = measures.filter((_, i) => known[i] === null);
  const scanned = open.length === 0 ? [] : [...scan(reading, open)];
  return known.map((answer) => answer ?? scanned.shift()!);
}

/** Beyond this, one look at every row is cheaper than to group them again for each. */
const mostGroupings = 3;

function scan(reading: Reading, measures: readonly Measure[]): readonly Aggregated[] {
  const { search } = reading;
  const groupings = measures.map((measure) => groupingOf(measure, reading));
  const rows = matchingRows(reading);
  const canGroup = search.isMatch === null && measures.length <= mostGroupings;
  if (!canGroup || groupings.includes(null))
    return finish(takeItems(measures), (all) => eachMatch(reading, rows, measures, all));
  return measures.flatMap((measure, i) =>
    finish(takeItems([measure]), ({ take }) => eachGroup(reading, rows, measure, groupings[i]!, take)),
  );
}

function finish(taking: Taking, show: (taking: Taking) => void): readonly Aggregated[] {
  show(taking);
  return taking.results();
}
