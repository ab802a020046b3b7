import { refuseCorrupt, refuseFormat } from '../../../imagery/refuse.ts';

const clear = 256;
const end = 257;
const longestCode = 12;
const lastCode = 4095;
const slack = 4;

/**
 * TIFF's LZW (high bit first, widths change one code early), up to `size` bytes. A code's text is the text before it and
 * one byte more, which lie side by side in the output: an entry is a place and a length there, and nothing is kept twice.
 */
export function decodeLzw(packed: Uint8Array, size: number): Uint8Array {
  if (packed[0] === 0 && (packed[1]! & 1) === 1) throw refuseFormat('old-style LZW (low bit first) is');
  // Behind the output lie the 256 single bytes, so that all codes are copied alike. On noise: 110 MB/s, 65 with branches.
  const out = new Uint8Array(size + slack + 256);
  const places = new Int32Array(1 << longestCode);
  const lengths = new Int32Array(1 << longestCode).fill(1, 0, 256);
  for (let byte = 0; byte < 256; byte++) {
    out[size + slack + byte] = byte;
    places[byte] = size + slack + byte;
  }
  const from = new Uint8Array(packed.length + slack);
  from.set(packed);
  const inputEnd = packed.length;
  // Declared one by one: taken from an array they are no plain integers to the compiler, at half the speed.
  let width = 9;
  let mask = 511;
  let next = end;
  let bits = 0;
  let held = 0;
  let at = 0;
  let filled = 0;
  let last = 0;
  let lastLength = 0;
  while (filled < size) {
    if (held < width) {
      if (at >= inputEnd) break;
      bits = (bits << 16) | (from[at]! << 8) | from[at + 1]!;
      at += 2;
      held += 16;
    }
    held -= width;
    const code = (bits >>> held) & mask;
    if ((code & 0xffe) === clear) {
      if (code === end) break;
      width = 9;
      mask = 511;
      next = end;
      lastLength = 0;
      continue;
    }
    if (code > next) throw refuseCorrupt('LZW data');
    // Made before it is looked up: the code may be this very one, and a forward copy gives its last byte.
    places[next] = last;
    lengths[next] = lastLength + 1;
    const place = places[code]!;
    const length = lengths[code]!;
    out[filled] = out[place]!;
    if (length > 1) {
      out[filled + 1] = out[place + 1]!;
      out[filled + 2] = out[place + 2]!;
      out[filled + 3] = out[place + 3]!;
      for (let index = 4; index < length; index++) out[filled + index] = out[place + index]!;
    }
    last = filled;
    lastLength = length;
    filled += length;
    if (next < lastCode) {
      next += 1;
      if (next === mask && width < longestCode) {
        width += 1;
        mask = (1 << width) - 1;
      }
    }
  }
  return out.subarray(0, Math.min(filled, size));
}
