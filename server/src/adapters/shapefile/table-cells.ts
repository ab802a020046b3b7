import type { ColumnType, FeatureValue } from '../../geometry/feature-layers.ts';

/** How wide a column of text can be, in bytes. */
const widestText = 254;

const yes = Buffer.from('T');
const no = Buffer.from('F');
const nothing = Buffer.alloc(0);

/** What stands in the cell, without the blanks around it; empty where there is no value. */
export function cellOf(value: FeatureValue, type: ColumnType): Buffer {
  if (value === null) return nothing;
  if (typeof value === 'boolean') return type === 'boolean' ? (value ? yes : no) : Buffer.from(String(value));
  if (typeof value === 'number') return Buffer.from(numberText(value));
  return cut(Buffer.from(value.replaceAll('\0', ' ')));
}

/** Without an exponent where that is possible: not every reader knows them. */
function numberText(value: number): string {
  const text = String(value);
  return /e-/.test(text) ? value.toFixed(15).replace(/\.?0+$/, '') : text;
}

/** A character of UTF-8 stays whole. */
function cut(bytes: Buffer): Buffer {
  if (bytes.length <= widestText) return bytes;
  let end = widestText;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

export function decimalsOf(cell: Buffer): number {
  const point = cell.indexOf('.');
  return point < 0 || cell.includes('e') ? 0 : cell.length - point - 1;
}
