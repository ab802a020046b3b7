import { constants, crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { readonly name: string; readonly bytes: Iterable<Uint8Array> };

type Written = { readonly name: Buffer; readonly offset: number; crc: number; packed: number; plain: number };

/** Sizes follow the bytes, and names are UTF-8. */
const flags = 0b1000_0000_1000;
const deflated = 8;
const version = 20;
const largeVersion = 45;
const farthest = 0xff_ff_ff_ff;
const chunkBytes = 262_144;

/** A zip of files none of which reaches 4 GB, written from its beginning to its end; all together may be longer. */
export function* zip(entries: Iterable<ZipEntry>, nowMs: number): Iterable<Uint8Array> {
  const moment = dosMoment(nowMs);
  const written: Written[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const entry: Written = { name: Buffer.from(name), offset: at, crc: 0, packed: 0, plain: 0 };
    const head = localHead(entry, moment);
    yield head;
    for (const packed of deflate(bytes, entry)) yield packed;
    const descriptor = words(0x08_07_4b_50, entry.crc, entry.packed, entry.plain);
    yield descriptor;
    at += head.length + entry.packed + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map((entry) => directoryEntry(entry, moment)));
  yield directory;
  yield directoryEnd(written.length, directory.length, at);
}

/** Each chunk on its own, flushed to a whole byte: one stream all the same, and made without waiting. */
function* deflate(bytes: Iterable<Uint8Array>, entry: Written): Iterable<Uint8Array> {
  for (const chunk of inChunks(bytes)) {
    entry.crc = crc32(chunk, entry.crc);
    entry.plain += chunk.length;
    const packed = deflateRawSync(chunk, { finishFlush: constants.Z_SYNC_FLUSH });
    entry.packed += packed.length;
    yield packed;
  }
  const end = deflateRawSync(Buffer.alloc(0));
  entry.packed += end.length;
  yield end;
}

/** Gathered, for rows are short; good until the next one. */
function* inChunks(bytes: Iterable<Uint8Array>): Iterable<Uint8Array> {
  const room = Buffer.allocUnsafe(chunkBytes);
  let used = 0;
  for (const part of bytes) {
    for (let from = 0; from < part.length;) {
      const length = Math.min(part.length - from, chunkBytes - used);
      room.set(part.subarray(from, from + length), used);
      used += length;
      from += length;
      if (used < chunkBytes) continue;
      yield room;
      used = 0;
    }
  }
  if (used > 0) yield room.subarray(0, used);
}

function localHead({ name }: Written, moment: number): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04_03_4b_50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt32LE(moment, 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function directoryEntry({ name, offset, crc, packed, plain }: Written, moment: number): Buffer {
  const isFar = offset >= farthest;
  const far = isFar ? farOffset(offset) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02_01_4b_50, 0);
  head.writeUInt16LE(isFar ? largeVersion : version, 4);
  head.writeUInt16LE(isFar ? largeVersion : version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt32LE(moment, 12);
  head.set(words(crc, packed, plain), 16);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(far.length, 30);
  head.writeUInt32LE(isFar ? farthest : offset, 42);
  return Buffer.concat([head, name, far]);
}

function farOffset(offset: number): Buffer {
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return extra;
}

function directoryEnd(entries: number, bytes: number, offset: number): Buffer {
  const isFar = offset >= farthest;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(isFar ? farthest : offset, 16);
  return isFar ? Buffer.concat([largeDirectoryEnd(entries, bytes, offset), end]) : end;
}

/** Of zip64, with where it stands. */
function largeDirectoryEnd(entries: number, bytes: number, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06_06_4b_50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(largeVersion, 12);
  record.writeUInt16LE(largeVersion, 14);
  for (const [i, value] of [entries, entries, bytes, offset].entries())
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * i);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}

/** Date and time in steps of two seconds, from 1980 on. */
function dosMoment(nowMs: number): number {
  const now = new Date(Math.max(nowMs, Date.UTC(1980, 0, 1)));
  const date = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1);
  return date * 65_536 + time;
}
