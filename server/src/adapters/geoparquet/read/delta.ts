import { refuseDamaged, refuseSize } from './refuse.ts';

const most = 2 ** 24;

const zigzag = (value: bigint): bigint => (value >> 1n) ^ -(value & 1n);

export type DeltaNumbers = {
  readonly total: number;
  readonly next: () => bigint;
  /** Behind the last one, once all were taken. */
  readonly end: () => number;
};

/** Whole numbers by their differences, read one at a time. */
export function deltaNumbers(bytes: Buffer, start: number): DeltaNumbers {
  let at = start;

  function varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw refuseDamaged('numbers by differences');
  }

  const blockSize = Number(varint());
  const parts = Number(varint());
  const total = Number(varint());
  let value = zigzag(varint());
  const perPart = blockSize / parts;
  if (!(parts > 0 && parts <= 1_024 && blockSize <= 1_048_576 && perPart % 8 === 0 && perPart > 0))
    throw refuseDamaged('numbers by differences');

  let given = 0;
  let least = 0n;
  let widths: readonly number[] = [];
  let part = parts;
  let partLeft = 0;
  let partAt = 0;
  let bit = 0;

  function beginPart(): void {
    if (part === parts) {
      least = zigzag(varint());
      widths = [...bytes.subarray(at, at + parts)];
      if (widths.length < parts || widths.some((width) => width > 64)) throw refuseDamaged('numbers by differences');
      at += parts;
      part = 0;
    }
    partAt = at;
    at += (perPart / 8) * widths[part]!;
    part++;
    partLeft = perPart;
    bit = 0;
  }

  function packed(width: number): bigint {
    let found = 0n;
    for (let got = 0; got < width;) {
      const byte = bytes[partAt + (bit >> 3)];
      if (byte === undefined) throw refuseDamaged('numbers by differences');
      const take = Math.min(8 - (bit & 7), width - got);
      found |= BigInt((byte >>> (bit & 7)) & ((1 << take) - 1)) << BigInt(got);
      got += take;
      bit += take;
    }
    return found;
  }

  function next(): bigint {
    if (given >= total) throw refuseDamaged('fewer numbers than were said');
    if (given++ === 0) return value;
    if (partLeft === 0) beginPart();
    partLeft--;
    value = BigInt.asIntN(64, value + least + packed(widths[part - 1]!));
    return value;
  }

  const end = () => {
    while (given < total) next();
    // Parts of the last block that hold no values are not stored.
    return at;
  };
  return { total, next, end };
}

/** The lengths of texts, and where what follows them begins. */
export function deltaLengths(bytes: Buffer, start: number): { readonly lengths: Int32Array; readonly end: number } {
  const numbers = deltaNumbers(bytes, start);
  if (numbers.total > most) throw refuseSize(`a page has ${numbers.total} texts, ${most} are the most`);
  const lengths = new Int32Array(numbers.total);
  for (let index = 0; index < lengths.length; index++) {
    const length = Number(numbers.next());
    if (length < 0 || length > bytes.length) throw refuseDamaged('a text longer than its page');
    lengths[index] = length;
  }
  return { lengths, end: numbers.end() };
}
