import { deflateSync } from 'node:zlib';
import type { Samples } from '../../../server/src/imagery/pixels.ts';

export type Packing = 'none' | 'deflate' | 'adobe-deflate' | 'lzw' | 'zstd';

export const compressionCodes = { none: 1, lzw: 5, 'adobe-deflate': 8, deflate: 32946, zstd: 50000, jpeg: 7 } as const;

/** Predictor, byte order, compression: the way of a block into a file. */
export function encodeBlock(
  samples: Samples,
  how: {
    readonly packing: Packing;
    readonly predictor: 1 | 2;
    readonly order: 'little' | 'big';
    readonly rowLength: number;
    readonly bands: number;
  },
): Uint8Array {
  const copy = samples.slice();
  if (how.predictor === 2) {
    for (let at = copy.length - 1; at >= 0; at--) {
      if (at % how.rowLength >= how.bands) copy[at] = copy[at]! - copy[at - how.bands]!;
    }
  }
  const bytes = Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength);
  if (copy instanceof Uint16Array && how.order === 'big') bytes.swap16();
  return pack(bytes, how.packing);
}

export function pack(bytes: Uint8Array, packing: Packing): Uint8Array {
  switch (packing) {
    case 'none':
      return bytes;
    case 'deflate':
    case 'adobe-deflate':
      return deflateSync(bytes);
    case 'lzw':
      return encodeLzw(bytes);
    case 'zstd':
      return storeZstd(bytes);
  }
}

/** TIFF's LZW from its description: a dictionary of texts, cleared when it is full. */
export function encodeLzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let [buffer, held, width, next] = [0, 0, 9, 258];
  let table = new Map<string, number>();
  const put = (code: number) => {
    buffer = (buffer << width) | code;
    held += width;
    while (held >= 8) {
      held -= 8;
      out.push((buffer >>> held) & 255);
      buffer &= (1 << held) - 1;
    }
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  put(256);
  let text = '';
  for (const byte of bytes) {
    const longer = text + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      text = longer;
      continue;
    }
    put(codeOf(text));
    table.set(longer, next++);
    if (next === 512 || next === 1024 || next === 2048) width += 1;
    if (next === 4095) {
      put(256);
      [table, width, next] = [new Map(), 9, 258];
    }
    text = String.fromCharCode(byte);
  }
  if (text !== '') put(codeOf(text));
  // The decoder, one entry behind until now, has caught up.
  if (next === 511 || next === 1023 || next === 2047) width += 1;
  put(257);
  if (held > 0) out.push((buffer << (8 - held)) & 255);
  return Uint8Array.from(out);
}

/** A ZSTD frame whose blocks are stored as they are (RFC 8878, sections 3.1.1 and 3.1.1.2). */
function storeZstd(bytes: Uint8Array): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  const parts: Uint8Array[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000]), size];
  const step = 100_000;
  for (let at = 0; at < bytes.length; at += step) {
    const block = bytes.subarray(at, at + step);
    const head = Buffer.alloc(3);
    head.writeUIntLE((at + step >= bytes.length ? 1 : 0) | (block.length << 3), 0, 3);
    parts.push(head, block);
  }
  return Buffer.concat(parts);
}
