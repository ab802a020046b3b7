/** Bytes that are compared and copied four at a time: each access is checked, and one of a byte costs as much. */
export type ViewedBytes = { readonly bytes: Buffer; readonly view: DataView };

export const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

export function viewedText(text: string): ViewedBytes {
  const bytes = Buffer.from(text);
  return { bytes, view: viewOf(bytes) };
}

/** Whether so many bytes are the same here and there; those that differ do so near their end. */
export function areSame(one: DataView, from: number, other: DataView, start: number, length: number): boolean {
  let at = length - 4;
  for (; at >= 0; at -= 4) if (one.getInt32(from + at, true) !== other.getInt32(start + at, true)) return false;
  for (at += 3; at >= 0; at--) if (one.getUint8(from + at) !== other.getUint8(start + at)) return false;
  return true;
}

export function copyFours(from: DataView, start: number, to: DataView, at: number, length: number): void {
  let index = 0;
  for (; index <= length - 4; index += 4) to.setInt32(at + index, from.getInt32(start + index, true), true);
  for (; index < length; index++) to.setUint8(at + index, from.getUint8(start + index));
}

const quote = 34;
const fourQuotes = 0x22222222;

/** Where the next quote is; the end where there is none. */
export function nextQuote({ bytes, view }: ViewedBytes, from: number): number {
  const { length } = bytes;
  let at = from;
  for (; at <= length - 4; at += 4) {
    // A byte of this is zero where there is a quote; only then the next line finds a bit.
    const differs = view.getInt32(at, true) ^ fourQuotes;
    if (((differs - 0x01010101) & ~differs & 0x80808080) !== 0) break;
  }
  while (at < length && view.getUint8(at) !== quote) at++;
  return at;
}
