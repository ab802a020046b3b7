import { propertyReader } from '../evaluate/item-property.ts';
import type { JsonObject } from '../refuse.ts';
import { boundText } from './bound-value.ts';

/** A declared property has a slot: a column of its own in every index entry, so that filters read no document. */
export const slotCount = 12;

export function checkDeclared(names: readonly string[]): void {
  if (new Set(names).size > slotCount)
    throw new Error(`at most ${slotCount} properties can be declared, ${new Set(names).size} are: ${names.join(', ')}`);
}

/** Numbers and texts as they are; booleans and what is no scalar as bytes, so that no type equals another. */
export type SlotValue = number | string | Uint8Array | null;

export type DeclaredProperty = {
  readonly name: string;
  readonly slot: number;
  /** False while older items are still being indexed: the property is not in their entries yet. */
  readonly isReady: boolean;
};

export const slotFalse: Uint8Array = Uint8Array.of(0);
export const slotTrue: Uint8Array = Uint8Array.of(1);
/** An array or an object: known, but equal to nothing. */
export const slotOther: Uint8Array = Uint8Array.of(255);

export function slotValueOf(raw: unknown): SlotValue {
  if (raw === undefined || raw === null) return null;
  if (typeof raw === 'string') return boundText(raw);
  // Beyond what a number can hold is null in the stored bytes.
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : null;
  if (typeof raw === 'boolean') return raw ? slotTrue : slotFalse;
  return slotOther;
}

/** The raw value again, as far as a slot knows it; what is no scalar is `undefined`, as it sorts. */
export function rawOfSlot(value: SlotValue): string | number | boolean | null | undefined {
  if (!(value instanceof Uint8Array)) return value;
  return value[0] === 255 ? undefined : value[0] === 1;
}

const noSlots: readonly SlotValue[] = Array.from({ length: slotCount }, () => null);

/** Reads a document's value for each declared property. */
export function slotReader(declared: readonly DeclaredProperty[]): (document: JsonObject) => readonly SlotValue[] {
  const readers = declared.map(({ name, slot }) => ({ slot, read: propertyReader(name) }));
  return (document) => {
    const values = noSlots.slice();
    for (const { slot, read } of readers) values[slot] = slotValueOf(read(document));
    return values;
  };
}
