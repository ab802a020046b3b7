import { refuseCorrupt } from '../../../imagery/refuse.ts';
import type { Directory } from './directory.ts';
import { readValue, sizeOfType } from './field-types.ts';

/** The values of a field; null where the directory has none. */
export function numbersOf({ fields, isLittle }: Directory, tag: number): readonly number[] | null {
  const field = fields.get(tag);
  if (field === undefined || field.bytes === null) return null;
  const { bytes, count, type } = field;
  const size = sizeOfType(type)!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, index) => readValue(view, index * size, type, isLittle));
}

/** The first value, where most fields have but one. */
export function numberOf(directory: Directory, tag: number, absent: number): number {
  return numbersOf(directory, tag)?.[0] ?? absent;
}

export function requiredNumber(directory: Directory, tag: number, name: string): number {
  const value = numbersOf(directory, tag)?.[0];
  if (value === undefined) throw refuseCorrupt(`it has no ${name}`);
  return value;
}

/** Text up to its first NUL. */
export function textOf({ fields }: Directory, tag: number): string | null {
  const bytes = fields.get(tag)?.bytes ?? null;
  if (bytes === null) return null;
  const text = Buffer.from(bytes).toString('utf8');
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

export const bytesOf = ({ fields }: Directory, tag: number): Uint8Array | null => fields.get(tag)?.bytes ?? null;
