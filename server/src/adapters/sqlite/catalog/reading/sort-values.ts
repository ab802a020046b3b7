import { type PackedTime, unpackTime } from '../../../../catalog/plan/packed-time.ts';
import { type SlotValue, rawOfSlot } from '../../../../catalog/plan/slots.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, sortValueOf, sortValuesReader } from '../../../../catalog/sort-value.ts';
import type { TimeKey } from '../../../../catalog/time-key.ts';
import type { Effort } from './effort.ts';
import type { Prepare } from '../file/statements.ts';
import type { Snapshot } from '../known/snapshot.ts';
import { readDocument } from './test-candidate.ts';

/** The columns that hold what items are ordered by; null where only their documents know. */
export function sortColumns(sort: Sort, { declared }: Snapshot): readonly string[] | null {
  const columns = sort.map(({ field }) => columnOf(field, declared));
  return columns.every((column) => column !== null) ? columns : null;
}

/** What an item is ordered by, from the columns of its row. */
export const sortValuesOf = (columns: readonly string[], row: readonly SlotValue[]): readonly SortValue[] =>
  columns.map((column, i) => valueOf(row[i]!, column));

/** Reads what an item is ordered by: from its row where that has it all, else from its document. */
export function createSortValues(
  sort: Sort,
  snapshot: Snapshot,
  prepare: Prepare,
  effort: Effort,
): (pk: number) => readonly SortValue[] {
  const columns = sortColumns(sort, snapshot);
  if (columns !== null) {
    const row = prepare(`SELECT ${columns.join(', ')} FROM items WHERE pk = ?`);
    return (pk) => sortValuesOf(columns, row.get(pk) as SlotValue[]);
  }
  const own = prepare('SELECT id, collection, dt FROM items WHERE pk = ?');
  const read = sortValuesReader(sort);
  return (pk) => {
    effort.readDocument();
    const [id, collection, dt] = own.get(pk) as [string, string, string];
    return read({ id, collection, dt: timeOf(dt), document: readDocument(prepare, pk) });
  };
}

function columnOf(field: string, declared: Snapshot['declared']): string | null {
  if (field === 'datetime') return 'dt';
  if (field === 'id' || field === 'collection') return field;
  const property = declared.find(({ name, isReady }) => name === field && isReady);
  return property === undefined ? null : `v${property.slot}`;
}

const timeOf = (dt: PackedTime): TimeKey | null => (dt === '' ? null : unpackTime(dt));

function valueOf(value: SlotValue, column: string): SortValue {
  if (column === 'dt') return timeOf(value as PackedTime);
  return column.startsWith('v') ? sortValueOf(rawOfSlot(value)) : (value as string);
}
