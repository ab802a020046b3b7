import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import type { SortValue } from '../../../../catalog/sort-value.ts';
import { storedValue } from '../../../sql/search/stored-values.ts';

/** A column has one type, so that values of all types are bytes: numbers before texts before all else, each in its own order. */
const [numberMark, textMark, otherMark] = [1, 2, 3];

export function slotBytes(value: SlotValue): Buffer | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from([otherMark, ...value]);
  const held = storedValue(value);
  return typeof held === 'number' ? numberBytes(held) : textBytes(held);
}

export const textBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  bytes[0] = textMark;
  bytes.write(text, 1);
  return bytes;
};

/** The bits of a number, turned so that bytes have its order. */
function numberBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = numberMark;
  // Zero has two signs and one place in the order.
  bytes.writeDoubleBE(value + 0, 1);
  if (bytes[1]! >= 128) for (let i = 1; i < 9; i++) bytes[i] = 255 - bytes[i]!;
  else bytes[1]! += 128;
  return bytes;
}

export function slotOfBytes(bytes: Uint8Array | null): SlotValue {
  if (bytes === null) return null;
  const rest = Buffer.from(bytes.subarray(1));
  if (bytes[0] === textMark) return rest.toString();
  if (bytes[0] === otherMark) return rest;
  if (rest[0]! >= 128) rest[0]! -= 128;
  else for (let i = 0; i < 8; i++) rest[i] = 255 - rest[i]!;
  return rest.readDoubleBE(0);
}

/** An index takes no longer ones: of these the start alone is told. */
const longestSortBytes = 500;

/** The whole of it, whatever its length. */
export const wholeSortBytes = (value: SortValue): Buffer | null => slotBytes(value);

export const cutSortBytes = (bytes: Buffer | null): Buffer | null =>
  bytes !== null && bytes.length > longestSortBytes ? bytes.subarray(0, longestSortBytes) : bytes;
