import type { Item } from '../../../../catalog/item.ts';
import { isTextBoundAsItIs } from '../../../../catalog/plan/bound-value.ts';
import { streamsOf } from '../../../../catalog/plan/streams.ts';
import type { ItemWrite, WriteMode, WriteReport } from '../../../../catalog/ports.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { documentOf } from '../../../../catalog/stored-document.ts';
import { outcomeOfWrite } from '../../../../catalog/write-outcome.ts';
import type { Desk } from './desk.ts';
import {
  type ItemRow,
  collectionOf,
  dtOf,
  haveSameEntries,
  rowColumns,
  rowMarks,
  rowOf,
  streamsIn,
} from '../file/item-row.ts';
import { countItem, countStreams, growExtent } from './tally.ts';
import { addText, replaceText } from './write-texts.ts';

const find =
  'SELECT d.pk, d.etag FROM items i CROSS JOIN documents d ON d.pk = i.pk WHERE i.id = ? AND i.collection = ?';
const insertDocument =
  'INSERT OR FAIL INTO documents (pk, collection, id, etag, footprint, document) VALUES (?, ?, ?, ?, ?, ?)';
const updateRow = `UPDATE OR FAIL items SET (${rowColumns}) = (${rowMarks}) WHERE pk = ?`;
const updateDocument = 'UPDATE OR FAIL documents SET etag = ?, footprint = ?, document = ? WHERE pk = ?';
const readRow = `SELECT ${rowColumns} FROM items WHERE pk = ?`;
const readBytes = 'SELECT document FROM documents WHERE pk = ?';

/** A report for each item, in order. */
export function putItems(desk: Desk, writes: Iterable<ItemWrite>, mode: WriteMode): readonly WriteReport[] {
  const reports: WriteReport[] = [];
  // Where the last one was new, the next one most likely is: it need not be looked for before.
  let isLikelyNew = mode !== 'replace';
  for (const write of writes) {
    const report = putItem(desk, write, mode, isLikelyNew && write.ifMatch === null);
    isLikelyNew = report.outcome === 'created';
    reports.push(report);
  }
  return reports;
}

function putItem(desk: Desk, { item, ifMatch }: ItemWrite, mode: WriteMode, isLikelyNew: boolean): WriteReport {
  const { id, collection, etag } = item;
  const number = desk.memory.collectionNumber(collection);
  if (number === null) return { id, outcome: 'no_collection', etag: null };
  if (isLikelyNew && create(desk, item, number)) return { id, outcome: 'created', etag };
  const stored = findItem(desk, collection, id);
  const outcome = outcomeOfWrite(stored, etag, mode, ifMatch);
  if (outcome === 'created' && !create(desk, item, number)) throw new Error(`the number of a new item is taken: ${id}`);
  if (outcome === 'replaced') replace(desk, stored!.pk, item, number);
  const isStored = outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged';
  return { id, outcome, etag: isStored ? etag : null };
}

export function findItem(
  { prepare, index }: Pick<Desk, 'prepare' | 'index'>,
  collection: string,
  id: string,
): { readonly pk: number; readonly etag: string } | undefined {
  // Another one would be found: the driver ends a name at NUL.
  if (!isTextBoundAsItIs(collection) || !isTextBoundAsItIs(id)) return undefined;
  // It comes for the second time in one verb.
  if (index.isWaiting(collection, id)) index.flush();
  const found = prepare(find).get(id, collection) as [number, string] | undefined;
  return found && { pk: found[0], etag: found[1] };
}

export const readItemRow = ({ prepare }: Pick<Desk, 'prepare'>, pk: number): ItemRow =>
  prepare(readRow).get(pk) as ItemRow;

export function readDocument({ prepare }: Pick<Desk, 'prepare'>, pk: number): JsonObject {
  const [bytes] = prepare(readBytes).get(pk) as [Uint8Array];
  return documentOf(bytes);
}

/** Null where there is none. */
export const footprintIn = ({ geometry, geometryText }: Pick<Item, 'geometry' | 'geometryText'>): string | null =>
  geometryText ?? (geometry && JSON.stringify(geometry));

export const propertiesOf = ({ document }: Pick<Item, 'document'>): JsonObject => document['properties'] as JsonObject;

/** False, with nothing written, where there is one of that name. */
function create(desk: Desk, item: Item, collectionNumber: number): boolean {
  const { prepare, memory, index, tally } = desk;
  const streams = streamsOf(item, collectionNumber);
  const row = rowOf(item, memory.readSlots(item.document), streams);
  const pk = memory.arrivals.take();
  if (!index.insert(pk, row)) {
    memory.arrivals.jumpTo(pk);
    return false;
  }
  const { collection, id, etag, bytes } = item;
  prepare(insertDocument).run(pk, collection, id, etag, footprintIn(item), bytes);
  addText(desk, pk, item.document);
  if (!index.isLate(pk)) countStreams(tally, streams, dtOf(row), 1);
  countItem(tally, item.collection, 1);
  memory.rollups.count(tally.rollups, collectionNumber, pk, row, 1);
  growExtent(tally, item);
  memory.statistics.count(tally, item.collection, propertiesOf(item), 1);
  tally.hasChanged = true;
  return true;
}

function replace(desk: Desk, pk: number, item: Item, collectionNumber: number): void {
  const { prepare, memory, tally } = desk;
  memory.statistics.count(tally, item.collection, propertiesOf({ document: readDocument(desk, pk) }), -1);
  memory.statistics.count(tally, item.collection, propertiesOf(item), 1);
  const row = rowOf(item, memory.readSlots(item.document), streamsOf(item, collectionNumber));
  const old = readItemRow(desk, pk);
  replaceRow(desk, pk, old, row);
  replaceText(desk, pk, dtOf(old), dtOf(row), item.document);
  growExtent(tally, item);
  prepare(updateDocument).run(item.etag, footprintIn(item), item.bytes, pk);
  tally.hasChanged = true;
}

/** Writes the row, and the entries only where they become other ones. */
export function replaceRow(
  { prepare, memory, index, tally }: Desk,
  pk: number,
  old: ItemRow,
  row: ItemRow,
  keepsEntries = haveSameEntries(old, row),
): void {
  if (!keepsEntries) {
    index.remove(pk, old);
    recount(memory, tally, pk, old, row);
  }
  prepare(updateRow).run(...row, pk);
  if (keepsEntries || index.isLate(pk)) return;
  index.add(pk, row);
  countStreams(tally, streamsIn(old), dtOf(old), -1);
  countStreams(tally, streamsIn(row), dtOf(row), 1);
}

function recount(
  { collectionNumber, rollups }: Desk['memory'],
  tally: Desk['tally'],
  pk: number,
  old: ItemRow,
  row: ItemRow,
) {
  const number = collectionNumber(collectionOf(row))!;
  rollups.count(tally.rollups, number, pk, old, -1);
  rollups.count(tally.rollups, number, pk, row, 1);
}
