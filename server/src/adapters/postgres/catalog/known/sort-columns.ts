import { rawOfSlot } from '../../../../catalog/plan/slots.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, sortValueOf } from '../../../../catalog/sort-value.ts';
import { slotOfBytes } from '../database/slot-bytes.ts';
import type { Snapshot } from './snapshot.ts';

/** The columns that hold what items are ordered by; null where only their documents know. */
export function sortColumnsOf(sort: Sort, { declared }: Pick<Snapshot, 'declared'>): readonly string[] | null {
  const columns = sort.map(({ field }) => {
    if (field === 'datetime') return 'dt';
    if (field === 'id' || field === 'collection') return field;
    const property = declared.find(({ name, isReady }) => name === field && isReady);
    return property === undefined ? null : `v${property.slot}`;
  });
  return columns.every((column) => column !== null) ? columns : null;
}

/** What an item is ordered by, from the columns of its row. */
export const sortValuesIn = (columns: readonly string[], row: readonly unknown[]): readonly SortValue[] =>
  columns.map((column, i) => {
    if (column === 'dt') return row[i] === '' ? null : (row[i] as string);
    return column.startsWith('v')
      ? sortValueOf(rawOfSlot(slotOfBytes(row[i] as Uint8Array | null)))
      : (row[i] as string);
  });
