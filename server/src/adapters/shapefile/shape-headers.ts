import type { Box } from '../../geometry/box.ts';

export const headerBytes = 100;
export const recordHeadBytes = 8;

/** The beginning of a `.shp` and of a `.shx`; lengths are in words of two bytes. */
export function shapeHeader(code: number, fileBytes: number, box: Box | null): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeInt32BE(9_994, 0);
  header.writeInt32BE(fileBytes / 2, 24);
  header.writeInt32LE(1_000, 28);
  header.writeInt32LE(code, 32);
  for (const [i, edge] of (box ?? [0, 0, 0, 0]).entries()) header.writeDoubleLE(edge, 36 + 8 * i);
  return header;
}

/** Before the content of a record, which are counted from 1. */
export const recordHead = (number: number, contentBytes: number): Buffer => twoWords(number, contentBytes / 2);

/** Where a record begins and how long it is. */
export const indexEntry = (offset: number, contentBytes: number): Buffer => twoWords(offset / 2, contentBytes / 2);

function twoWords(a: number, b: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeInt32BE(a, 0);
  bytes.writeInt32BE(b, 4);
  return bytes;
}
