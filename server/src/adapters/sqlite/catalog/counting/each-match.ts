import { type ItemFacts, factOf } from '../../../../catalog/aggregate/item-facts.ts';
import type { Measure } from '../../../../catalog/aggregate/measure.ts';
import type { Taking } from '../../../../catalog/aggregate/take-items.ts';
import { propertyReader } from '../../../../catalog/evaluate/item-property.ts';
import { unpackTime } from '../../../../catalog/plan/packed-time.ts';
import type { DeclaredProperty, SlotValue } from '../../../../catalog/plan/slots.ts';
import type { MatchingRows } from './matching-rows.ts';
import type { Reading } from '../reading/reading.ts';
import { createSeenItems } from './seen-items.ts';
import { createTest, insideColumn, readDocument } from '../reading/test-candidate.ts';

/** Which facts the measures look at: what is not read costs nothing. */
type Wanted = { readonly hasCollection: boolean; readonly hasTime: boolean; readonly hasBox: boolean };

type MatchRow = readonly [pk: number, isInside: number, collection: string, dt: string, ...rest: SlotValue[]];

/** Shows the facts of every item that is found, in no order, each once. Of documents only what rows do not have. */
export function eachMatch(
  reading: Reading,
  { statements, isRepeating }: MatchingRows,
  measures: readonly Measure[],
  { properties, take }: Pick<Taking, 'properties' | 'take'>,
): void {
  const { search, prepare, effort } = reading;
  const wanted = wantedOf(measures);
  const slots = properties.map((name) => reading.snapshot.declared.find((each) => each.name === name && each.isReady));
  const readValues = valuesReader(reading, properties, slots, wanted.hasBox ? 8 : 4);
  const isDecided = search.isMatch === null && search.isInArea === null;
  const test = createTest(search, prepare, effort);
  const isFirst = isRepeating ? createSeenItems() : always;
  const columns = columnsOf(wanted, slots, insideColumn(search));
  for (const { from, condition } of statements) {
    const rows = prepare(`SELECT ${columns} FROM ${from} WHERE ${condition.sql}`);
    for (const row of rows.iterate(...search.surelyInside.params, ...condition.params) as Iterable<MatchRow>) {
      const [pk, isInside, collection, dt, w, s, e, n] = row;
      if (!isFirst(pk) || (!isDecided && !test([pk, isInside]))) continue;
      const bbox = (wanted.hasBox && w !== null ? [w, s, e, n] : null) as ItemFacts['bbox'];
      take({ collection, dt: unpackTime(dt), bbox, values: readValues(row) });
    }
  }
}

const always = () => true;

const wantedOf = (measures: readonly Measure[]): Wanted => {
  const kinds = new Set(measures.map(({ kind }) => kind));
  return {
    hasCollection: kinds.has('collections'),
    hasTime: kinds.has('times') || kinds.has('earliest') || kinds.has('latest'),
    hasBox: kinds.has('geohash') || kinds.has('tiles') || kinds.has('cells'),
  };
};

type Slots = readonly (DeclaredProperty | undefined)[];

function columnsOf({ hasCollection, hasTime, hasBox }: Wanted, slots: Slots, isInside: string): string {
  const fixed = ['r.pk', isInside, hasCollection ? 'r.collection' : 'NULL', hasTime ? 'r.dt' : "''"];
  const values = slots.map((property) => (property === undefined ? 'NULL' : `r.v${property.slot}`));
  return [...fixed, ...(hasBox ? ['r.w', 'r.s', 'r.e', 'r.n'] : []), ...values].join(', ');
}

/** Reads from the document what is not in a row: the property is not declared, or not ready. */
function valuesReader({ prepare, effort }: Reading, properties: readonly string[], slots: Slots, at: number) {
  const readers = properties.map((name, i) => (slots[i] === undefined ? propertyReader(name) : null));
  if (readers.every((each) => each === null)) return (row: MatchRow) => row.slice(at);
  return (row: MatchRow): readonly SlotValue[] => {
    effort.readDocument();
    const document = readDocument(prepare, row[0]);
    return readers.map((read, i) => (read === null ? (row[at + i] as SlotValue) : factOf(read(document))));
  };
}
