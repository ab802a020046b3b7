import type { Bbox } from '../bbox.ts';
import { propertyReader } from '../evaluate/item-property.ts';
import type { Item } from '../item.ts';
import { boundNumber } from '../plan/bound-value.ts';
import { type SlotValue, slotValueOf } from '../plan/slots.ts';

/** All that measures look at: what rows of a store hold too. */
export type ItemFacts = {
  readonly collection: string;
  /** '' where the item has no time. */
  readonly dt: string;
  readonly bbox: Bbox | null;
  /** Of the property with that place in the list of properties that measures name. */
  readonly values: readonly SlotValue[];
};

export const noFacts: ItemFacts = { collection: '', dt: '', bbox: null, values: [] };

/** Reads the facts of whole items. */
export function factsReader(properties: readonly string[]): (item: Item) => ItemFacts {
  const readers = properties.map(propertyReader);
  return ({ collection, dt, bbox, document }) => ({
    collection,
    dt: dt ?? '',
    bbox,
    values: readers.map((read) => factOf(read(document))),
  });
}

/** A value as rows hold it. */
export function factOf(raw: unknown): SlotValue {
  const value = slotValueOf(raw);
  return typeof value === 'number' ? boundNumber(value) : value;
}
