import type { Json } from '../json.ts';
import { uncompress } from './codecs.ts';
import type { ColumnMeta, RandomFile } from './footer.ts';
import { type Hybrid, newHybrid, nextOf } from './hybrid.ts';
import type { Meaning } from './meaning.ts';
import { type NextRaw, type Raw, isByDictionary, rawValues } from './raw-values.ts';
import { type PageHead, pageTypes, readPageHead } from './page-head.ts';
import { BadValue, refuseDamaged, refuseSize } from './refuse.ts';
import type { LeafNode } from './schema.ts';
import { type Window, newWindow } from './window.ts';

/** How much of the pages that are open is in memory. */
export type Ledger = { bytes: number };

const mostPageBytes = 256 * 1_024 * 1_024;
const mostWords = 4_000_000;
/** What a word of a dictionary takes besides its bytes. */
const bytesAWord = 128;
const mostOpenBytes = 1_024 * 1_024 * 1_024;

const nothing = () => undefined;

/** A value that cannot be read is given as what is wrong with it, so that its column goes on after it. */
type Value = Json | BadValue | undefined;

/** A column of a row group, read entry by entry: what stands at the current one is seen before it is taken. */
export type Column = {
  readonly leaf: LeafNode;
  definition: number;
  /** Of the current entry; zero once there is none. */
  repetition: number;
  isAtEnd: boolean;
  /** The current entry's value, where it has one; then the next entry is the current one. */
  readonly take: () => Value;
};

export type ColumnNeeds = {
  readonly file: RandomFile;
  readonly dataEnd: number;
  readonly ledger: Ledger;
  readonly meaning: Meaning;
};

export function openColumn(leaf: LeafNode, meta: ColumnMeta, needs: ColumnNeeds): Column {
  const { ledger } = needs;
  const meaning = sparing(needs.meaning);
  const window = windowOf(leaf, meta, needs);
  let entriesLeft = meta.entries;
  let pageLeft = 0;
  let pageBytes = 0;
  let definitions: Hybrid | null = null;
  let repetitions: Hybrid | null = null;
  let nextValue: () => Value = nothing;
  let dictionary: (() => Value)[] | null = null;

  function claim(bytes: number): void {
    ledger.bytes += bytes;
    if (ledger.bytes > mostOpenBytes) throw refuseSize(`its pages need more than ${mostOpenBytes} bytes`);
  }

  function open(head: PageHead): Buffer {
    const stored = window.take(head.storedBytes);
    if (head.rawBytes > mostPageBytes)
      throw refuseSize(`a page of ${leaf.path} has ${head.rawBytes} bytes, ${mostPageBytes} are the most`);
    claim(head.rawBytes);
    return bodyOf(head, stored, meta.codec);
  }

  function openDictionary(head: PageHead): void {
    const bytes = open(head);
    if (head.entries > mostWords) throw refuseSize(`the dictionary of ${leaf.path} has more than ${mostWords} entries`);
    claim(head.entries * bytesAWord);
    const { type, typeLength } = leaf.element;
    const next = rawValues({ bytes, at: 0, type: type!, typeLength, encoding: 0 });
    dictionary = Array.from({ length: head.entries }, () => once(next(), meaning));
  }

  function openPage(): void {
    for (;;) {
      const head = readPageHead(window);
      if (head.type === pageTypes.dictionary) {
        openDictionary(head);
        continue;
      }
      if (head.type !== pageTypes.data && head.type !== pageTypes.dataV2) {
        window.take(head.storedBytes);
        continue;
      }
      ledger.bytes -= pageBytes;
      pageBytes = head.rawBytes;
      beginPage(head, open(head));
      if (pageLeft > 0) return;
    }
  }

  function beginPage(head: PageHead, bytes: Buffer): void {
    pageLeft = head.entries;
    let at = 0;
    const levels = (most: number, length: number | null): Hybrid | null => {
      if (most === 0) return null;
      const size = length ?? bytes.readUInt32LE(at);
      const start = length === null ? at + 4 : at;
      at = start + size;
      return newHybrid(bytes, start, at, 32 - Math.clz32(most));
    };
    repetitions = levels(leaf.repetition, head.repetitionBytes);
    definitions = levels(leaf.definition, head.definitionBytes);
    nextValue = valuesOf(bytes, at, head);
  }

  function valuesOf(bytes: Buffer, at: number, head: PageHead): () => Value {
    const { type, typeLength } = leaf.element;
    if (!isByDictionary(head.encoding)) {
      let next: NextRaw | null = null;
      // A page without values need not have the head that its encoding asks for.
      const begin = () => rawValues({ bytes, at, type: type!, typeLength, encoding: head.encoding });
      return () => meaning((next ??= begin())());
    }
    if (dictionary === null) throw refuseDamaged(`${leaf.path} has no dictionary`);
    const words = dictionary;
    const places = at >= bytes.length ? null : newHybrid(bytes, at + 1, bytes.length, bytes[at]!);
    return () => {
      const word = places === null ? undefined : words[nextOf(places)];
      if (word === undefined) throw refuseDamaged(`${leaf.path} has a value that is not in its dictionary`);
      return word();
    };
  }

  const column: Column = {
    leaf,
    definition: 0,
    repetition: 0,
    isAtEnd: false,
    take() {
      if (column.isAtEnd) throw refuseDamaged(`${leaf.path} has fewer values than there are rows`);
      const value = column.definition === leaf.definition ? nextValue() : undefined;
      advance();
      return value;
    },
  };

  function advance(): void {
    if (entriesLeft === 0) {
      [column.isAtEnd, column.repetition, column.definition] = [true, 0, 0];
      ledger.bytes -= pageBytes;
      pageBytes = 0;
      return;
    }
    if (pageLeft === 0) openPage();
    entriesLeft--;
    pageLeft--;
    column.repetition = repetitions === null ? 0 : nextOf(repetitions);
    column.definition = definitions === null ? 0 : nextOf(definitions);
    if (column.definition > leaf.definition || column.repetition > leaf.repetition)
      throw refuseDamaged(`${leaf.path} has levels beyond its own`);
  }

  advance();
  return column;
}

function windowOf(leaf: LeafNode, meta: ColumnMeta, { file, dataEnd }: ColumnNeeds): Window {
  const { dictionaryOffset, dataOffset, storedBytes, entries } = meta;
  const hasDictionary = dictionaryOffset !== null && dictionaryOffset > 0 && dictionaryOffset < dataOffset;
  const start = hasDictionary ? dictionaryOffset : dataOffset;
  if (!(entries >= 0 && start >= 4 && storedBytes >= 0 && start + storedBytes <= dataEnd))
    throw refuseDamaged(`${leaf.path} is said to lie where the file has no data`);
  return newWindow(file, start, start + storedBytes);
}

const sparing =
  (meaning: Meaning) =>
  (raw: Raw): Value => {
    try {
      return meaning(raw);
    } catch (error) {
      if (error instanceof BadValue) return error;
      throw error;
    }
  };

/** What is made of a word of a dictionary is kept, since it stands for many values. */
function once(raw: Raw, meaning: (raw: Raw) => Value): () => Value {
  let isKnown = false;
  let known: Value;
  return () => {
    if (!isKnown) [isKnown, known] = [true, meaning(raw)];
    return known;
  };
}

/** Of the second kind of page the levels are not compressed. */
function bodyOf(head: PageHead, stored: Buffer, codec: number): Buffer {
  if (head.type !== pageTypes.dataV2) return uncompress(codec, stored, head.rawBytes);
  const levels = (head.repetitionBytes ?? 0) + (head.definitionBytes ?? 0);
  if (levels > stored.length || levels > head.rawBytes) throw refuseDamaged('a page with longer levels than itself');
  if (!head.isCompressed) return stored;
  return Buffer.concat([
    stored.subarray(0, levels),
    uncompress(codec, stored.subarray(levels), head.rawBytes - levels),
  ]);
}
