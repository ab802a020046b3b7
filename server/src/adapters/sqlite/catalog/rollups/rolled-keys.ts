import { centreOf } from '../../../../catalog/aggregate/box-centre.ts';
import { geohashCell } from '../../../../catalog/aggregate/geohash.ts';
import { tileAt } from '../../../../catalog/aggregate/map-tile.ts';
import { fineBin } from '../../../../catalog/aggregate/number-buckets.ts';
import { termOf } from '../../../../catalog/aggregate/terms.ts';
import type { Bbox } from '../../../../catalog/bbox.ts';
import { dayOfPacked } from '../../../../catalog/plan/packed-time.ts';
import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import { type ItemRow, dtOf, slotOf, westOf } from '../file/item-row.ts';

/** What items are counted by: a formula that changes gets a number that was never used. */
export type RollupKind = number;
export const dayKind: RollupKind = 1;
/** Geohash and map tile of the centre in one number, so that a place is one row. */
export const placeKind: RollupKind = 2;
export const ownKinds: readonly RollupKind[] = [dayKind, placeKind];

const firstSlotKind = 16;
export const kindOfSlot = (slot: number): RollupKind => firstSlotKind + slot;
export const isSlotKind = (kind: RollupKind): boolean => kind >= firstSlotKind;

/** Days and terms are texts; places and the lower ends of bins are numbers. */
export type RollupKey = string | number;

/** What is counted together: finer questions look at every row. */
export const rolledDigits = 3;
export const rolledZoom = 7;
const cellRows = 2 ** 7;
const tileRows = 2 ** rolledZoom;
export const tileBits = 2 * rolledZoom;
const tileCount = 2 ** tileBits;

export const cellOfKey = (key: number) => ({ x: Math.floor(key / cellRows), y: key % cellRows });
export const tileOfKey = (key: number) => ({ x: Math.floor(key / tileRows), y: key % tileRows });

/** A term that is too long to be a key; no bin is there. */
export const longTerm = Infinity;
const longestTerm = 200;

/** The key that an item is counted by; null where it is not. It follows from the row alone: it is taken off by the same. */
export function keyOfRow(row: ItemRow, kind: RollupKind): RollupKey | null {
  if (kind === dayKind) return dtOf(row) === '' ? null : dayOfPacked(dtOf(row));
  if (isSlotKind(kind)) return keyOfValue(slotOf(row, kind - firstSlotKind));
  const west = row[westOf] as number | null;
  if (west === null) return null;
  const place = centreOf([west, row[westOf + 1], row[westOf + 2], row[westOf + 3]] as unknown as Bbox);
  const [cell, tile] = [geohashCell(place, rolledDigits), tileAt(place, rolledZoom)];
  return (cell.x * cellRows + cell.y) * tileCount + tile.x * tileRows + tile.y;
}

function keyOfValue(value: SlotValue): RollupKey | null {
  if (typeof value === 'number') return fineBin(value);
  const term = termOf(value);
  return term !== null && term.length > longestTerm ? longTerm : term;
}
