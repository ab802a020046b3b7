import { deltaLengths, deltaNumbers } from './delta.ts';
import { newHybrid, nextOf } from './hybrid.ts';
import { refuseDamaged, refuseForm } from './refuse.ts';

/** As a column stores it, before it is known what it means. */
export type Raw = number | bigint | boolean | Buffer;
export type NextRaw = () => Raw;

export const physical = { boolean: 0, int32: 1, int64: 2, int96: 3, float: 4, double: 5, bytes: 6, fixed: 7 };
const encodings = {
  plain: 0,
  plainDictionary: 2,
  run: 3,
  delta: 5,
  deltaLength: 6,
  deltaBytes: 7,
  dictionary: 8,
  split: 9,
};

export const isByDictionary = (encoding: number): boolean =>
  encoding === encodings.plainDictionary || encoding === encodings.dictionary;

export type PageValues = {
  readonly bytes: Buffer;
  readonly at: number;
  readonly type: number;
  readonly typeLength: number;
  readonly encoding: number;
};

/** Reads the values of a page one by one. */
export function rawValues(values: PageValues): NextRaw {
  const { bytes, at, type, encoding } = values;
  switch (encoding) {
    case encodings.plain:
      return plainValues(values);
    case encodings.run: {
      if (type !== physical.boolean) break;
      const bits = newHybrid(bytes, at + 4, bytes.length, 1);
      return () => nextOf(bits) === 1;
    }
    case encodings.delta: {
      if (type !== physical.int32 && type !== physical.int64) break;
      const numbers = deltaNumbers(bytes, at);
      return type === physical.int32 ? () => Number(BigInt.asIntN(32, numbers.next())) : numbers.next;
    }
    case encodings.deltaLength:
      if (type === physical.bytes) return deltaLengthTexts(bytes, at);
      break;
    case encodings.deltaBytes:
      if (type === physical.bytes || type === physical.fixed) return deltaTexts(bytes, at);
      break;
    case encodings.split:
      return splitValues(values);
  }
  throw refuseForm(`encoding ${encoding} is`);
}

const widths: Readonly<Record<number, number>> = { 1: 4, 2: 8, 3: 12, 4: 4, 5: 8 };

const widthOf = (type: number, typeLength: number): number => {
  const width = type === physical.fixed ? typeLength : widths[type];
  if (width === undefined || width <= 0) throw refuseForm(`type ${type} is`);
  return width;
};

function plainValues({ bytes, at, type, typeLength }: PageValues): NextRaw {
  let next = at;
  if (type === physical.boolean) {
    let bit = at * 8;
    return () => {
      const byte = bytes[bit >> 3];
      if (byte === undefined) throw refuseDamaged('a page that ends too early');
      return ((byte >> (bit++ & 7)) & 1) === 1;
    };
  }
  if (type === physical.bytes)
    return () => {
      if (next + 4 > bytes.length) throw refuseDamaged('a page that ends too early');
      const start = next + 4;
      next = start + bytes.readUInt32LE(next);
      if (next > bytes.length) throw refuseDamaged('a text longer than its page');
      return bytes.subarray(start, next);
    };
  const width = widthOf(type, typeLength);
  return () => {
    next += width;
    if (next > bytes.length) throw refuseDamaged('a page that ends too early');
    return numberAt(bytes, next - width, type, width);
  };
}

function numberAt(bytes: Buffer, at: number, type: number, width: number): Raw {
  if (type === physical.int32) return bytes.readInt32LE(at);
  if (type === physical.double) return bytes.readDoubleLE(at);
  if (type === physical.float) return bytes.readFloatLE(at);
  if (type === physical.int64) {
    const high = bytes.readInt32LE(at + 4);
    // Most are small, and a BigInt is slow.
    return high >= -0x20_0000 && high < 0x20_0000 ? high * 2 ** 32 + bytes.readUInt32LE(at) : bytes.readBigInt64LE(at);
  }
  return bytes.subarray(at, at + width);
}

function splitValues({ bytes, at, type, typeLength }: PageValues): NextRaw {
  const width = widthOf(type, typeLength);
  const stored = Math.floor((bytes.length - at) / width);
  let index = 0;
  return () => {
    if (index >= stored) throw refuseDamaged('a page that ends too early');
    const whole = Buffer.allocUnsafe(width);
    for (let part = 0; part < width; part++) whole[part] = bytes[at + part * stored + index]!;
    index++;
    return numberAt(whole, 0, type, width);
  };
}

function deltaLengthTexts(bytes: Buffer, at: number): NextRaw {
  const { lengths, end } = deltaLengths(bytes, at);
  let index = 0;
  let next = end;
  return () => {
    const start = next;
    next += lengths[index++] ?? Infinity;
    if (next > bytes.length) throw refuseDamaged('a text longer than its page');
    return bytes.subarray(start, next);
  };
}

/** Each text says how much of the one before it begins with. */
function deltaTexts(bytes: Buffer, at: number): NextRaw {
  const prefixes = deltaLengths(bytes, at);
  const endings = deltaLengthTexts(bytes, prefixes.end);
  let index = 0;
  let last: Buffer = Buffer.alloc(0);
  return () => {
    const ending = endings() as Buffer;
    const shared = prefixes.lengths[index++] ?? Infinity;
    if (shared > last.length) throw refuseDamaged('a text that shares more than there is');
    last = shared === 0 ? ending : Buffer.concat([last.subarray(0, shared), ending]);
    return last;
  };
}
