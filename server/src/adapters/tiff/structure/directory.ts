import { refuseCorrupt } from '../../../imagery/refuse.ts';
import type { FileBytes } from '../file-bytes.ts';
import { readValue, safeNumber, sizeOfType } from './field-types.ts';
import type { TiffHeader } from './header.ts';
import { blockTableTags, isKnownTag, maxTagBytes, tag } from './tags.ts';

/** A field whose values lie in the file at `offset`; `bytes` holds them unless they are read one by one. */
export type Field = {
  readonly type: number;
  readonly count: number;
  readonly offset: number;
  readonly bytes: Uint8Array | null;
};

/** One image file directory: the fields that are known here, by tag. */
export type Directory = {
  readonly offset: number;
  readonly isLittle: boolean;
  readonly fields: ReadonlyMap<number, Field>;
};

// Full resolution, 31 overviews, a mask for each, and as many again of what others put there.
const maxDirectories = 128;
const maxFields = 4096;

/** All directories in their order. */
export async function readDirectories(file: FileBytes, header: TiffHeader): Promise<readonly Directory[]> {
  const directories: Directory[] = [];
  const seen = new Set<number>();
  for (let offset = header.firstDirectory; offset !== 0;) {
    if (seen.has(offset)) throw refuseCorrupt('its directories form a loop');
    if (seen.size === maxDirectories) throw refuseCorrupt(`it has more than ${maxDirectories} directories`);
    seen.add(offset);
    const { directory, next } = await readDirectory(file, header, offset);
    directories.push(directory);
    offset = next;
  }
  if (directories.length === 0) throw refuseCorrupt('it holds no image');
  return directories;
}

async function readDirectory(file: FileBytes, { isLittle, isBig }: TiffHeader, offset: number) {
  const countBytes = isBig ? 8 : 2;
  const count = numberAt(await file.readStructure(offset, countBytes, 'a directory'), 0, countBytes, isLittle);
  if (count === 0 || count > maxFields) throw refuseCorrupt(`a directory of ${count} fields`);
  const entryBytes = isBig ? 20 : 12;
  const pointerBytes = isBig ? 8 : 4;
  const body = offset + countBytes;
  const bytes = await file.readStructure(body, count * entryBytes + pointerBytes, 'a directory');
  const fields = new Map<number, Field>();
  for (let index = 0; index < count; index++) {
    const at = index * entryBytes;
    const number = numberAt(bytes, at, 2, isLittle);
    // The first of two equal tags counts, as in libtiff.
    if (!isKnownTag(number) || fields.has(number)) continue;
    const entry = bytes.subarray(at, at + entryBytes);
    const field = await readField(file, number, { entry, position: body + at, pointerBytes, isLittle });
    if (field !== null) fields.set(number, field);
  }
  return { directory: { offset, isLittle, fields }, next: numberAt(bytes, count * entryBytes, pointerBytes, isLittle) };
}

/** 20 by the standard; some write a zone. */
const mostDateTimeBytes = 64;

type Entry = {
  readonly entry: Uint8Array;
  readonly position: number;
  readonly pointerBytes: number;
  readonly isLittle: boolean;
};

async function readField(file: FileBytes, number: number, given: Entry): Promise<Field | null> {
  const { entry, pointerBytes, isLittle } = given;
  const type = numberAt(entry, 2, 2, isLittle);
  const size = sizeOfType(type);
  if (size === null) return null;
  const count = numberAt(entry, 4, pointerBytes, isLittle);
  const length = count * size;
  const inline = 4 + pointerBytes;
  const isInline = length <= pointerBytes;
  const offset = isInline ? given.position + inline : numberAt(entry, inline, pointerBytes, isLittle);
  // It says nothing of the pixels: one that lies is as good as none.
  if (number === tag.dateTime && (length > mostDateTimeBytes || offset + length > file.byteLength)) return null;
  if (blockTableTags.has(number)) {
    const isInside = offset + length <= file.byteLength;
    if (!isInside) throw refuseCorrupt(`tag ${number} lies beyond the end of the file`);
    return { type, count, offset, bytes: null };
  }
  if (length > maxTagBytes(number)) throw refuseCorrupt(`tag ${number} claims ${count} values`);
  const bytes = isInline ? entry.subarray(inline, inline + length) : null;
  return { type, count, offset, bytes: bytes ?? (await file.readStructure(offset, length, `tag ${number}`)) };
}

function numberAt(bytes: Uint8Array, at: number, length: number, isLittle: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (length === 8) return safeNumber(view.getBigUint64(at, isLittle));
  return readValue(view, at, length === 2 ? 3 : 4, isLittle);
}
