import { propertyReader } from './evaluate/item-property.ts';
import { compareCodePoints, looksLikeTimestamp } from './evaluate/scalars.ts';
import type { Item } from './item.ts';
import { boundNumber, boundText } from './plan/bound-value.ts';
import type { Sort, SortKey } from './sort.ts';
import { looseTimeKey } from './time-key.ts';

/** What an item is ordered by: booleans as 0 and 1, timestamps as time keys, objects and arrays as null. */
export type SortValue = number | string | null;

type SortableItem = Pick<Item, 'id' | 'collection' | 'dt' | 'document'>;

/** Reads an item's values for a whole order. */
export function sortValuesReader(sort: Sort): (item: SortableItem) => readonly SortValue[] {
  const readers = sort.map(({ field }) => valueReader(field));
  return (item) => readers.map((read) => read(item));
}

function valueReader(field: string): (item: SortableItem) => SortValue {
  if (field === 'datetime') return ({ dt }) => dt;
  if (field === 'id') return ({ id }) => id;
  if (field === 'collection') return ({ collection }) => collection;
  const read = propertyReader(field);
  return ({ document }) => sortValueOf(read(document));
}

/**
 * One value of a document as something with a place in one order; as rows hold it, so that a place that was read from a
 * document is the place of its row.
 */
export function sortValueOf(raw: unknown): SortValue {
  if (typeof raw === 'boolean') return Number(raw);
  // Beyond what a number can hold is null in the stored bytes.
  if (typeof raw === 'number') return Number.isFinite(raw) ? boundNumber(raw) + 0 : null;
  if (typeof raw !== 'string') return null;
  const text = boundText(raw);
  return looksLikeTimestamp(text) ? (looseTimeKey(text) ?? text) : text;
}

/** Below 0 when the first comes first: numbers before texts before nulls; descending turns all but the nulls. */
export function compareSortValues(a: SortValue, b: SortValue, { isDescending }: SortKey): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = ascending(a, b);
  return isDescending ? -order : order;
}

function ascending(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : compareCodePoints(a, b);
}

/** The order of two items by all keys; 0 only for the same item. */
export function compareBySort(a: readonly SortValue[], b: readonly SortValue[], sort: Sort): number {
  for (let i = 0; i < sort.length; i++) {
    const order = compareSortValues(a[i] ?? null, b[i] ?? null, sort[i]!);
    if (order !== 0) return order;
  }
  return 0;
}
