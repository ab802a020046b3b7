import { refuseDamaged } from './refuse.ts';

/** Parquet's mix of runs and packed bits, read one value at a time: a run of any length takes no room. */
export type Hybrid = {
  readonly bytes: Buffer;
  at: number;
  readonly end: number;
  readonly bits: number;
  runLeft: number;
  runValue: number;
  packedLeft: number;
  /** Within the byte at `at`. */
  bit: number;
};

export const newHybrid = (bytes: Buffer, at: number, end: number, bits: number): Hybrid => {
  if (end > bytes.length || bits > 32) throw refuseDamaged('levels that do not fit their page');
  return { bytes, at, end, bits, runLeft: 0, runValue: 0, packedLeft: 0, bit: 0 };
};

export function nextOf(hybrid: Hybrid): number {
  if (hybrid.bits === 0) return 0;
  for (;;) {
    if (hybrid.runLeft > 0) {
      hybrid.runLeft--;
      return hybrid.runValue;
    }
    if (hybrid.packedLeft > 0) {
      hybrid.packedLeft--;
      return nextPacked(hybrid);
    }
    beginRun(hybrid);
  }
}

function nextPacked(hybrid: Hybrid): number {
  const { bytes, bits } = hybrid;
  let value = 0;
  let got = 0;
  while (got < bits) {
    const take = Math.min(8 - hybrid.bit, bits - got);
    if (hybrid.at >= hybrid.end) throw refuseDamaged('a page that ends too early');
    value |= ((bytes[hybrid.at]! >>> hybrid.bit) & ((1 << take) - 1)) << got;
    got += take;
    hybrid.bit += take;
    if (hybrid.bit === 8) {
      hybrid.bit = 0;
      hybrid.at++;
    }
  }
  return value >>> 0;
}

function beginRun(hybrid: Hybrid): void {
  // The last group may be padded, in bits and in values.
  if (hybrid.bit !== 0) {
    hybrid.bit = 0;
    hybrid.at++;
  }
  let head = 0;
  for (let shift = 1; ; shift *= 128) {
    if (hybrid.at >= hybrid.end || shift > 2 ** 35) throw refuseDamaged('a page that ends too early');
    const byte = hybrid.bytes[hybrid.at++]!;
    head += (byte & 127) * shift;
    if (byte < 128) break;
  }
  if (head % 2 === 1) {
    hybrid.packedLeft = ((head - 1) / 2) * 8;
    return;
  }
  hybrid.runLeft = head / 2;
  hybrid.runValue = 0;
  for (let index = 0; index < Math.ceil(hybrid.bits / 8); index++) {
    if (hybrid.at >= hybrid.end) throw refuseDamaged('a page that ends too early');
    hybrid.runValue += hybrid.bytes[hybrid.at++]! * 2 ** (8 * index);
  }
}
