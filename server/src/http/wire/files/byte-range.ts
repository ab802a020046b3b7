import { PlatformError } from '../../../shared/errors.ts';

/** Bytes from `start` up to and without `end`. */
export type ByteRange = { readonly start: number; readonly end: number };

type Headers = { readonly range?: string | undefined; readonly 'if-range'?: string | string[] | undefined };

/** A range of another version of the file is of no use to anyone. */
export const rangeOf = ({ range, 'if-range': ifRange }: Headers, tag: string, byteLength: number): ByteRange | null =>
  ifRange !== undefined && ifRange !== tag ? null : readRange(range, byteLength);

/** The one range that was asked for; null where the whole is to be sent, as for several ranges (RFC 9110, 14.2). */
function readRange(header: string | undefined, byteLength: number): ByteRange | null {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return within({ start: Math.max(0, byteLength - Number(last)), end: byteLength }, byteLength);
  const end = last === '' ? byteLength : Math.min(byteLength, Number(last) + 1);
  // A range that ends before it begins is no range at all.
  if (last !== '' && Number(last) < Number(first)) return null;
  return within({ start: Number(first), end }, byteLength);
}

function within(range: ByteRange, byteLength: number): ByteRange {
  if (range.start >= range.end) throw new PlatformError('range_not_satisfiable', { byteLength });
  return range;
}
