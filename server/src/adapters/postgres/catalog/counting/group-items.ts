import { type ItemFacts, noFacts } from '../../../../catalog/aggregate/item-facts.ts';
import { type Measure, keyLengths } from '../../../../catalog/aggregate/measure.ts';
import { allOf } from '../../../sql/search/row-conditions.ts';
import { type Rows, stillToAsk } from '../search/gather.ts';
import type { Reading } from '../search/reading.ts';
import { slotOfBytes } from '../database/slot-bytes.ts';

/** A fact that SQL can group rows by, as a column and as part of the facts. */
type Grouping = {
  readonly column: string;
  readonly factsOf: (key: unknown) => Partial<ItemFacts>;
  /** All rows are one group. */
  readonly isOfAll?: boolean;
};

/** Null where every row must be looked at. */
export function groupingOf(measure: Measure, { snapshot, slotColumn }: Reading): Grouping | null {
  switch (measure.kind) {
    case 'count':
      return { column: "''", factsOf: () => ({}), isOfAll: true };
    case 'earliest':
    case 'latest':
      return {
        column: `${measure.kind === 'earliest' ? 'min' : 'max'}(nullif(r.dt, ''))`,
        factsOf: (key) => ({ dt: (key as string | null) ?? '' }),
        isOfAll: true,
      };
    case 'times':
      return {
        column: `substr(r.dt, 1, ${keyLengths[measure.step]})`,
        factsOf: (key) => ({ dt: String(key) }),
      };
    case 'collections':
      return { column: 'r.collection', factsOf: (key) => ({ collection: String(key) }) };
    case 'terms':
    case 'numbers': {
      const property = snapshot.declared.find(({ name, isReady }) => name === measure.property && isReady);
      return property === undefined
        ? null
        : {
            column: slotColumn(property.slot),
            factsOf: (key) => ({ values: [slotOfBytes(key as Uint8Array | null)] }),
          };
    }
    default:
      return null;
  }
}

/** Shows one measure how many items have which facts; only for searches that SQL decides alone. */
export async function groupItems(
  { query, search }: Reading,
  rows: Rows,
  isRepeating: boolean,
  { column, factsOf, isOfAll = false }: Grouping,
  take: (facts: ItemFacts, items: number) => void,
): Promise<void> {
  const { from, fromParams, condition } = rows;
  const { sql, params } = allOf([condition, stillToAsk(rows, search)]);
  const groups = await query<[key: unknown, items: number]>(
    `SELECT ${column}, count(${isRepeating ? 'DISTINCT r.pk' : '*'}) FROM ${from} WHERE ${sql}${isOfAll ? '' : ' GROUP BY 1'}`,
    [...fromParams, ...params],
  );
  for (const [key, items] of groups) take({ ...noFacts, ...factsOf(key) }, items);
}
