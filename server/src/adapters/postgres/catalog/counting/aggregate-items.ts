import type { AggregateQuestion, Aggregated } from '../../../../catalog/aggregate/measure.ts';
import { type ItemFacts, factOf } from '../../../../catalog/aggregate/item-facts.ts';
import { takeItems } from '../../../../catalog/aggregate/take-items.ts';
import { propertyReader } from '../../../../catalog/evaluate/item-property.ts';
import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import { chooseSource } from '../known/choose-source.ts';
import { eachRow } from './each-row.ts';
import { type Rows, rowsOfIds, rowsOfStreams } from '../search/gather.ts';
import { groupItems, groupingOf } from './group-items.ts';
import type { Query } from '../database/query.ts';
import { readDocuments } from '../search/read-documents.ts';
import type { Reading } from '../search/reading.ts';
import { startReading } from '../search/search-page.ts';
import { slotOfBytes } from '../database/slot-bytes.ts';
import type { Snapshots } from '../known/snapshot.ts';
import { testCandidates } from '../search/test-candidates.ts';

/** One question within one read transaction: by groups where SQL decides all, else by a look at every row. */
export async function aggregateItems(
  query: Query,
  snapshots: Snapshots,
  { search, measures }: AggregateQuestion,
  visibility: Visibility,
): Promise<readonly Aggregated[]> {
  const reading = await startReading(query, snapshots, search, visibility);
  const source = reading?.search.ids === null ? await chooseSource(reading) : null;
  if (reading === null || source?.streams.length === 0) return takeItems(measures).results();
  const rows = source === null ? rowsOfIds(reading.search.ids!) : rowsOfStreams(source, reading);
  const isRepeating = source?.of === 'cells';
  const groupings = measures.map((measure) => groupingOf(measure, reading));
  const inArea = reading.search.inArea();
  const isDecided = reading.search.isMatch === null && (reading.search.isInArea === null || inArea !== null);
  if (!isDecided || groupings.includes(null)) {
    const taking = takeItems(measures);
    await takeAll(reading, rows, isRepeating, taking);
    return taking.results();
  }
  const results: Aggregated[] = [];
  for (const [i, measure] of measures.entries()) {
    const taking = takeItems([measure]);
    await groupItems(reading, { ...rows, condition: inArea }, isRepeating, groupings[i]!, taking.take);
    results.push(...taking.results());
  }
  return results;
}

type Taking = ReturnType<typeof takeItems>;

async function takeAll(
  reading: Reading,
  rows: Rows,
  isRepeating: boolean,
  { properties, take }: Taking,
): Promise<void> {
  const { snapshot, slotColumn } = reading;
  const slots = properties.map((name) => snapshot.declared.find((each) => each.name === name && each.isReady)?.slot);
  const fixed = ['r.collection', 'r.dt', 'r.w', 'r.s', 'r.e', 'r.n'];
  const columns = [...fixed, ...slots.map((slot) => (slot === undefined ? 'NULL' : slotColumn(slot)))];
  const readers = properties.map((name, i) => (slots[i] === undefined ? propertyReader(name) : null));
  const seen = isRepeating ? new Set<number>() : null;
  for await (const some of eachRow(reading, rows, columns)) {
    const fresh = seen === null ? some : some.filter(({ pk }) => !seen.has(pk) && seen.add(pk));
    const passed = await testCandidates(reading, fresh);
    const documents = readers.every((each) => each === null) ? null : await readDocuments(reading, passed);
    for (const { pk, columns: row } of passed) {
      const [collection, dt, w, s, e, n, ...values] = row as [string, string, ...(number | null)[], Uint8Array | null];
      take({
        collection,
        dt,
        bbox: (w === null ? null : [w, s, e, n]) as ItemFacts['bbox'],
        values: (values as (Uint8Array | null)[]).map((value, i): SlotValue =>
          readers[i] ? factOf(readers[i](documents!.get(pk)!)) : slotOfBytes(value),
        ),
      });
    }
  }
}
