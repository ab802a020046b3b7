import { refuseDamaged } from './refuse.ts';

/** A place in bytes of Thrift's compact protocol. */
export type ThriftCursor = { readonly bytes: Buffer; at: number };

export const thriftTypes = {
  yes: 1,
  no: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
};
const deepest = 32;

/** What was asked for lies behind the end: more of it may be there to be read. */
export class EndOfBytes extends Error {}

function byteAt(cursor: ThriftCursor): number {
  const byte = cursor.bytes[cursor.at++];
  if (byte === undefined) throw new EndOfBytes();
  return byte;
}

/** Exact up to 53 bits; beyond, as near as a number is. */
function readVarint(cursor: ThriftCursor): number {
  let value = 0;
  for (let shift = 1, count = 0; count < 10; shift *= 128, count++) {
    const byte = byteAt(cursor);
    value += (byte & 127) * shift;
    if (byte < 128) return value;
  }
  throw refuseDamaged('a number without end');
}

export function readInteger(cursor: ThriftCursor): number {
  const value = readVarint(cursor);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

export function readBinary(cursor: ThriftCursor): Buffer {
  const length = readVarint(cursor);
  if (cursor.at + length > cursor.bytes.length) throw new EndOfBytes();
  cursor.at += length;
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
}

export const readText = (cursor: ThriftCursor): string => readBinary(cursor).toString('utf8');

/** Calls back for each field of a struct; what the callback does not read (it says so by false) is passed over. */
export function eachField(cursor: ThriftCursor, visit: (field: number, type: number) => boolean, depth = 0): void {
  if (depth > deepest) throw refuseDamaged('metadata nested too deep');
  let field = 0;
  for (;;) {
    const head = byteAt(cursor);
    const type = head & 15;
    if (type === 0) return;
    field = head >> 4 === 0 ? readInteger(cursor) : field + (head >> 4);
    if (!visit(field, type)) skip(cursor, type, depth);
  }
}

/** Calls back for each entry of a list, which must read it. */
export function eachEntry(cursor: ThriftCursor, visit: (index: number) => void): void {
  const { count } = readListHead(cursor);
  for (let index = 0; index < count; index++) visit(index);
}

function readListHead(cursor: ThriftCursor): { readonly count: number; readonly type: number } {
  const head = byteAt(cursor);
  const count = head >> 4 === 15 ? readVarint(cursor) : head >> 4;
  // Every entry takes a byte at least.
  if (count > cursor.bytes.length - cursor.at) throw new EndOfBytes();
  return { count, type: head & 15 };
}

export function skip(cursor: ThriftCursor, type: number, depth = 0): void {
  switch (type) {
    case thriftTypes.yes:
    case thriftTypes.no:
      return;
    case thriftTypes.byte:
      byteAt(cursor);
      return;
    case thriftTypes.i16:
    case thriftTypes.i32:
    case thriftTypes.i64:
      readVarint(cursor);
      return;
    case thriftTypes.double:
      cursor.at += 8;
      return;
    case thriftTypes.binary:
      readBinary(cursor);
      return;
    case thriftTypes.list:
    case thriftTypes.set: {
      const head = readListHead(cursor);
      for (let index = 0; index < head.count; index++) skipEntry(cursor, head.type, depth + 1);
      return;
    }
    case thriftTypes.struct:
      return eachField(cursor, () => false, depth + 1);
    default:
      throw refuseDamaged('metadata of an unknown type');
  }
}

/** In a list a truth value is a byte. */
function skipEntry(cursor: ThriftCursor, type: number, depth: number): void {
  if (depth > deepest) throw refuseDamaged('metadata nested too deep');
  if (type === thriftTypes.yes || type === thriftTypes.no) byteAt(cursor);
  else skip(cursor, type, depth);
}
