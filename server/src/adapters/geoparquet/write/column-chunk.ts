import { type Chunk, type Leaf, valueCount } from './columns.ts';
import { type GrowingBytes, appendBytes, growingBytes, reserve, writtenBytes } from './growing.ts';
import { appendHybrid, bitsFor } from './hybrid.ts';
import { compressSnappy, snappyBound } from './snappy.ts';
import { encodeThrift, int32, struct } from './thrift.ts';

/** The bytes of the levels of a column's entries. */
export type LevelBytes = {
  readonly count: number;
  readonly definition: Buffer;
  /** Null where nothing repeats. */
  readonly repetition: Buffer | null;
};

/** A file as it grows: what is to be handed out next, and how much was before. */
export type Output = { readonly pending: GrowingBytes; before: number };

const dataPage = 0;
const dictionaryPage = 2;
const plainEncoding = 0;
const runEncoding = 3;
const dictionaryEncoding = 8;

const page = growingBytes();
const packed = growingBytes();

/** Writes what a column has for this row group. */
export function writeChunk(output: Output, leaf: Leaf, group: number, levels: LevelBytes): void {
  const { count } = levels;
  const nulls = count - valueCount(leaf);
  const hasDictionary = leaf.type === 'text' && leaf.texts.hasDictionary && nulls < count;
  const start = position(output);
  let rawBytes = 0;
  if (hasDictionary) {
    const { words } = leaf.texts;
    page.length = 0;
    appendBytes(page, writtenBytes(words.data));
    rawBytes += writePage(output, dictionaryPage, words.ends.length, plainEncoding);
  }
  const dataOffset = position(output);
  page.length = 0;
  if (levels.repetition !== null) appendBytes(page, levels.repetition);
  appendBytes(page, levels.definition);
  if (nulls < count) putValues(leaf);
  rawBytes += writePage(output, dataPage, count, hasDictionary ? dictionaryEncoding : plainEncoding);
  leaf.chunks.push({
    group,
    dictionaryOffset: hasDictionary ? start : -1,
    dataOffset,
    entries: count,
    rawBytes,
    storedBytes: position(output) - start,
    nulls,
    range: nulls < count ? rangeOf(leaf) : null,
  });
}

export const position = ({ pending, before }: Output): number => before + pending.length;

function putValues(leaf: Leaf): void {
  switch (leaf.type) {
    case 'text':
      return putTexts(leaf);
    case 'binary':
      return appendBytes(page, writtenBytes(leaf.blobs.data));
    case 'double': {
      const { values, length } = leaf.numbers;
      return appendBytes(page, new Uint8Array(values.buffer, 0, length * 8));
    }
    case 'boolean':
      return putBits(leaf);
    default:
      return putWholeNumbers(leaf);
  }
}

function putTexts({ texts }: Leaf): void {
  if (!texts.hasDictionary) return appendBytes(page, writtenBytes(texts.plain.data));
  const bits = bitsFor(texts.words.ends.length - 1);
  reserve(page, 1)[page.length++] = bits;
  appendHybrid(page, texts.places.values, texts.places.length, bits);
}

function putBits({ numbers }: Leaf): void {
  const bytes = Math.ceil(numbers.length / 8);
  const target = reserve(page, bytes).fill(0, page.length, page.length + bytes);
  for (let index = 0; index < numbers.length; index++)
    if (numbers.values[index] === 1) target[page.length + (index >> 3)]! |= 1 << (index & 7);
  page.length += bytes;
}

function putWholeNumbers({ numbers }: Leaf): void {
  reserve(page, numbers.length * 8);
  const { view } = page;
  for (let index = 0; index < numbers.length; index++, page.length += 8) {
    const value = numbers.values[index]!;
    const high = Math.floor(value / 2 ** 32);
    view.setUint32(page.length, value - high * 2 ** 32, true);
    view.setInt32(page.length + 4, high, true);
  }
}

/** Gives the bytes that the page has when it is not compressed, with its head. */
function writePage(output: Output, type: number, count: number, encoding: number): number {
  packed.length = 0;
  packed.length = compressSnappy(page.bytes, page.length, reserve(packed, snappyBound(page.length)), 0);
  const dataHead = struct([1, int32(count)], [2, int32(encoding)], [3, int32(runEncoding)], [4, int32(runEncoding)]);
  const dictionaryHead = struct([1, int32(count)], [2, int32(encoding)]);
  const head = encodeThrift(
    [1, int32(type)],
    [2, int32(page.length)],
    [3, int32(packed.length)],
    [5, type === dataPage ? dataHead : undefined],
    [7, type === dictionaryPage ? dictionaryHead : undefined],
  );
  appendBytes(output.pending, head);
  appendBytes(output.pending, writtenBytes(packed));
  return head.length + page.length;
}

/** Least and greatest, which let readers pass over row groups. */
function rangeOf({ type, numbers, space }: Leaf): Chunk['range'] {
  if (type === 'text' || type === 'binary' || type === 'boolean' || space.depth > 0) return null;
  let [least, greatest] = [Infinity, -Infinity];
  for (let index = 0; index < numbers.length; index++) {
    const value = numbers.values[index]!;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}
