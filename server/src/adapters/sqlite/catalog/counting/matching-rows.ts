import type { SqlCondition } from '../../../../catalog/plan/compile-sql.ts';
import { chooseSource } from '../known/choose-source.ts';
import { armsOf, isEmpty, timesOf } from '../walks/entry-arms.ts';
import { fewestRows } from '../search/fewest-rows.ts';
import { type Rows, rowsOfIds, rowsOfLookup } from '../search/gather.ts';
import type { Reading } from '../reading/reading.ts';
import { alive } from '../reading/alive.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';

/** Rows `r` that may match, in no order. */
export type MatchingRows = {
  readonly statements: readonly { readonly from: string; readonly condition: SqlCondition }[];
  /** In cells an item may stand several times. */
  readonly isRepeating: boolean;
};

/** The fewest rows that have every item that is found. */
export function matchingRows(reading: Reading): MatchingRows {
  const { search, snapshot, prepare } = reading;
  const alone = ({ from, condition }: Rows) => ({
    statements: [{ from, condition: allOf([condition, alive, search.rowsAnywhere]) }],
    isRepeating: false,
  });
  if (search.ids !== null) return alone(rowsOfIds(search.ids));
  const source = chooseSource(search, snapshot, prepare);
  const rare = fewestRows(reading, source);
  if (rare !== null) return alone(rowsOfLookup(rare));
  const entries = { search, source };
  const times = timesOf(entries);
  const arms = isEmpty(times) ? [] : armsOf(entries, times, null);
  return {
    statements: arms.map((condition) => ({ from: 'entries r', condition })),
    isRepeating: source.of === 'cells',
  };
}
