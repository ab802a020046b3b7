import type { Item } from '../../../../catalog/item.ts';
import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import { packTime } from '../../../../catalog/plan/packed-time.ts';
import { type Stream, indexVersion } from '../../../../catalog/plan/streams.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import type { TimeKey } from '../../../../catalog/time-key.ts';
import type { Param } from '../../driver.ts';
import { searchableColumns } from './schema.ts';
import { storedValue } from '../../../sql/search/stored-values.ts';

/** The columns of `items` but its key; the searchable ones come first. */
export const rowColumns = `${searchableColumns.replace('pk, ', '')}, streams, index_version`;
export const rowMarks = rowColumns.replace(/\w+/g, '?');

const [dtAt, slotsAt] = [2, 10];
const [streamsAt, width] = [-2, rowColumns.split(', ').length];

/** A row as its columns stand, for binding and for telling what changed. */
export type ItemRow = readonly Param[];

export function rowOf(item: Item, slots: readonly SlotValue[], streams: readonly Stream[]): ItemRow {
  const { collection, id, dt, start, end, bbox } = item;
  const isTimed = Number((item.document['properties'] as JsonObject)['datetime'] !== null);
  const unlikeDt = (key: TimeKey | null) => (key === dt || key === null ? null : packTime(key));
  const row: Param[] = [collection, id, packTime(dt ?? ''), isTimed, unlikeDt(start), unlikeDt(end)];
  for (const degrees of bbox ?? noBox) row.push(held(degrees));
  for (const value of slots) row.push(held(value));
  row.push(`[${streams.join(',')}]`, indexVersion);
  return row;
}

const noBox = [null, null, null, null];

const held = (value: SlotValue): SlotValue =>
  typeof value === 'string' || typeof value === 'number' ? storedValue(value) : value;

/** Packed; '' where the item has no time. */
export const dtOf = (row: ItemRow): string => row[dtAt] as string;
export const idOf = (row: ItemRow): string => row[1] as string;
export const collectionOf = (row: ItemRow): string => row[0] as string;
/** Where a row has its box. */
export const westOf = 6;
export const slotOf = (row: ItemRow, slot: number): SlotValue => row[slotsAt + slot] as SlotValue;
const streamsText = (row: ItemRow): string => row.at(streamsAt) as string;
export const streamsIn = (row: ItemRow): readonly Stream[] => JSON.parse(streamsText(row)) as Stream[];
export const slotsIn = (row: ItemRow): readonly SlotValue[] => row.slice(slotsAt, width + streamsAt);

/** Whether the entries that were written for one row are right for the other. */
export const haveSameEntries = (a: ItemRow, b: ItemRow): boolean =>
  streamsText(a) === streamsText(b) && isSameTo(a, b, width + streamsAt);

export const areEqual = (a: ItemRow, b: ItemRow): boolean => isSameTo(a, b, width);

function isSameTo(a: ItemRow, b: ItemRow, end: number): boolean {
  for (let i = 0; i < end; i++) if (!isSame(a[i]!, b[i]!)) return false;
  return true;
}

const isSame = (a: Param, b: Param): boolean =>
  a === b || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0);
