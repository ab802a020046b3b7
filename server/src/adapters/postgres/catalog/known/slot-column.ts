import type { IndexedProperty } from './snapshot.ts';

/** Where a row `r`, of entries or of items, has the value of a slot: an item's own row where entries have not all of them. */
export type SlotColumn = (slot: number) => string;

export function slotColumnOf(declared: readonly IndexedProperty[]): SlotColumn {
  const elsewhere = new Set(declared.filter(({ isInItemsOnly }) => isInItemsOnly).map(({ slot }) => slot));
  return (slot) => (elsewhere.has(slot) ? `(SELECT x.v${slot} FROM catalog_items x WHERE x.pk = r.pk)` : `r.v${slot}`);
}
