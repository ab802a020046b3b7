import type { Content, Entry } from './source.ts';

/** Where a line begins: its first byte, and its number from 1. */
export type LineCursor = { readonly offset: number; readonly line: number };

/** Larger than any item of sense, small enough to hold a few. */
export const mostItemBytes = 16 * 1_024 * 1_024;

const lineFeed = 0x0a;
/** Stands before each record of a text sequence (RFC 8142), which may have lines of its own. */
export const recordSeparator = 0x1e;

/** What parts items, and what they are called. */
export type Parting = { readonly byte: number; readonly word: 'line' | 'record' };

export const byLines: Parting = { byte: lineFeed, word: 'line' };
export const byRecords: Parting = { byte: recordSeparator, word: 'record' };

/** One item a line; empty lines are left out, and one that is too long is passed over without being held. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  from: LineCursor,
  { byte, word }: Parting = byLines,
): AsyncGenerator<Entry> {
  let { offset, line } = from;
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  function take(rest: Uint8Array): Entry | null {
    const length = heldBytes + rest.length;
    const content = length > mostItemBytes ? tooLong(length) : textOf(held, rest);
    const position = `${word} ${line}`;
    offset += length;
    line++;
    [held, heldBytes] = [[], 0];
    return content === null ? null : { position, content, next: { offset: offset + 1, line }, done: offset + 1 };
  }

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(byte); end !== -1; end = chunk.indexOf(byte, start)) {
      const entry = take(chunk.subarray(start, end));
      offset++;
      start = end + 1;
      if (entry !== null) yield entry;
    }
    const rest = chunk.subarray(start);
    heldBytes += rest.length;
    if (heldBytes <= mostItemBytes) held.push(rest);
    else held = [];
  }
  // The last line needs no end.
  const last = heldBytes > 0 ? takeLast() : null;
  if (last !== null) yield last;

  function takeLast(): Entry | null {
    const entry = take(new Uint8Array());
    return entry === null ? null : { ...entry, next: { offset, line }, done: offset };
  }
}

const tooLong = (length: number): Content => ({
  kind: 'problem',
  id: null,
  reason: `is ${length} bytes long: an item has at most ${mostItemBytes}`,
  text: null,
});

function textOf(held: readonly Uint8Array[], rest: Uint8Array): Content | null {
  const bytes = held.length === 0 ? rest : Buffer.concat([...held, rest]);
  // A record ends with a line, which would have it written anew.
  const text = bytes.at(-1) === lineFeed ? bytes.subarray(0, -1) : bytes;
  return text.every(isBlank) ? null : { kind: 'text', bytes: text };
}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed;
