/** What a server said about one range of a file. */
export type RangeAnswer = {
  readonly bytes: Uint8Array;
  readonly total: number;
  readonly etag: string | null;
  readonly modified: string | null;
};

type ContentRange = { readonly first: number; readonly last: number; readonly total: number };

/** `bytes 0-99/1234`; null where the length of the file is left out or the numbers do not fit together. */
export function parseContentRange(text: string | null | undefined): ContentRange | null {
  const match = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/.exec(text ?? '');
  if (match === null) return null;
  const [first, last, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return first <= last && last < total && Number.isSafeInteger(total) ? { first, last, total } : null;
}

/** Whether it is what was asked for, as far as the file goes: a server may send less, and nobody asks for the rest. */
export const isRangeAsked = ({ first, last, total }: ContentRange, offset: number, length: number): boolean =>
  first === offset && last === Math.min(offset + length, total) - 1;
