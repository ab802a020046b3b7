import type { Item } from '../../../../catalog/item.ts';
import { type SlotValue, rawOfSlot } from '../../../../catalog/plan/slots.ts';
import type { Stream } from '../../../../catalog/plan/streams.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { sortValueOf } from '../../../../catalog/sort-value.ts';
import { textOfItem } from '../../../../catalog/text/searchable-text.ts';
import { storedValue } from '../../../sql/search/stored-values.ts';
import type { Field } from './binary-rows.ts';
import { longestInEntry, longestNamesInEntry, searchableColumns, sortColumns } from './schema.ts';
import { cutSortBytes, slotBytes, wholeSortBytes } from './slot-bytes.ts';

export const itemColumns = [...searchableColumns, ...sortColumns, 'streams', 'etag', 'footprint', 'document', 'text'];

export type ItemRow = {
  readonly fields: readonly Field[];
  /** The slots whose value is too long to be sorted by as a whole. */
  readonly longSlots: readonly number[];
  /** The slots whose value entries have no room for. */
  readonly wideSlots: readonly number[];
};

export function rowOf(pk: number, item: Item, slots: readonly SlotValue[], streams: readonly Stream[]): ItemRow {
  const { collection, id, dt, start, end, bbox, geometry } = item;
  const isTimed = (item.document['properties'] as JsonObject)['datetime'] !== null;
  const sorted = slots.map((value) => wholeSortBytes(sortValueOf(rawOfSlot(value))));
  const cut = sorted.map(cutSortBytes);
  const held = slots.map(slotBytes);
  const fields: Field[] = [
    { bigint: pk },
    { text: collection },
    { text: id },
    { text: dt ?? '' },
    { smallint: Number(isTimed) },
    { text: start === dt ? null : start },
    { text: end === dt ? null : end },
    ...(bbox ?? [null, null, null, null]).map((side) => ({ float: side && (storedValue(side) as number) })),
    ...held.map((bytes) => ({ bytes })),
    ...cut.map((bytes) => ({ bytes })),
    { bigints: streams },
    { text: item.etag },
    { text: geometry && JSON.stringify(geometry) },
    { bytes: item.bytes },
    { text: textOfItem(item.document) },
  ];
  const longest = Buffer.byteLength(id) + Buffer.byteLength(collection) > longestNamesInEntry ? 0 : longestInEntry;
  return {
    fields,
    longSlots: sorted.flatMap((bytes, slot) => (bytes === cut[slot] ? [] : [slot])),
    wideSlots: held.flatMap((bytes, slot) => (bytes === null || bytes.length <= longest ? [] : [slot])),
  };
}
