import { type ItemFacts, noFacts } from '../../../../catalog/aggregate/item-facts.ts';
import { type Measure, keyLengths } from '../../../../catalog/aggregate/measure.ts';
import { packedLength, unpackTime } from '../../../../catalog/plan/packed-time.ts';
import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import { countPacked } from './count-packed.ts';
import type { MatchingRows } from './matching-rows.ts';
import type { Reading } from '../reading/reading.ts';
import { createTest } from '../reading/test-candidate.ts';

/** A fact that SQL can group rows by, as a column and as part of the facts. */
type Grouping = {
  readonly column: string;
  readonly factsOf: (key: SlotValue) => Partial<ItemFacts>;
  /** The column has nothing but texts, whose order does not matter. */
  readonly isText?: boolean;
};

/** Null where every row must be looked at. */
export function groupingOf(measure: Measure, { snapshot }: Pick<Reading, 'snapshot'>): Grouping | null {
  switch (measure.kind) {
    case 'count':
      return { column: "''", factsOf: () => ({}), isText: true };
    case 'earliest':
    case 'latest':
      return { column: 'NULL', factsOf: (dt) => ({ dt: unpackTime(String(dt ?? '')) }) };
    case 'times':
      return {
        column: `substr(r.dt, 1, ${packedLength(keyLengths[measure.step])})`,
        factsOf: (key) => ({ dt: unpackTime(String(key)) }),
        isText: true,
      };
    case 'collections':
      return { column: 'r.collection', factsOf: (key) => ({ collection: String(key) }), isText: true };
    case 'terms':
    case 'numbers': {
      const property = snapshot.declared.find(({ name, isReady }) => name === measure.property && isReady);
      return property === undefined ? null : { column: `r.v${property.slot}`, factsOf: (key) => ({ values: [key] }) };
    }
    default:
      return null;
  }
}

/** Shows one measure how many items have which facts: only a row whose footprint needs a look leaves SQL. */
export function eachGroup(
  reading: Reading,
  { statements, isRepeating }: MatchingRows,
  measure: Measure,
  { column, factsOf, isText = false }: Grouping,
  take: (facts: ItemFacts, items: number) => void,
): void {
  const { search, prepare, effort } = reading;
  if (isRepeating && isText) {
    for (const [key, items] of countPacked(reading, { statements }, column))
      take({ ...noFacts, ...factsOf(key) }, items);
    return;
  }
  const isDecided = search.area === null;
  const { sql, params } = search.surelyInside;
  const unsure = isDecided ? 'NULL' : `CASE WHEN ${sql} THEN NULL ELSE r.pk END`;
  const what = `${unsure}, ${endOf(measure) ?? column}, ${isRepeating ? 'count(DISTINCT r.pk)' : 'count(*)'}`;
  const groups = [...(isDecided ? [] : ['1']), ...(isOfAll(measure) ? [] : ['2'])].join(', ');
  const test = createTest(search, prepare, effort);
  for (const { from, condition } of statements) {
    const rows = prepare(`SELECT ${what} FROM ${from} WHERE ${condition.sql}${groups && ` GROUP BY ${groups}`}`);
    for (const [pk, key, items] of rows.iterate(...(isDecided ? [] : params), ...condition.params) as Iterable<Group>)
      if (pk === null || test([pk, 0])) take({ ...noFacts, ...factsOf(key) }, items);
  }
}

type Group = readonly [unsurePk: number | null, key: SlotValue, items: number];

function endOf({ kind }: Measure): string | null {
  if (kind !== 'earliest' && kind !== 'latest') return null;
  return `${kind === 'earliest' ? 'min' : 'max'}(nullif(r.dt, ''))`;
}

const isOfAll = (measure: Measure): boolean => measure.kind === 'count' || endOf(measure) !== null;
