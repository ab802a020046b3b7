import { describe, expect, test } from 'vitest';
import { byRecords, mostItemBytes, splitLines } from '../../server/src/ingest/split-lines.ts';
import { all, pieces, textOf } from './support.ts';

const text = '{"a":1}\n\n  \r\n{"b":"ü"}\r\n{"c":3}';
const start = { offset: 0, line: 1 };

describe('items, one a line', () => {
  test.each([1, 2, 3, 7, 1_000])('are the same whatever pieces of %i bytes they come in', async (bytes) => {
    const entries = await all(splitLines(pieces(text, bytes), start));
    expect(entries.map(({ position, content }) => [position, textOf(content)])).toEqual([
      ['line 1', '{"a":1}'],
      ['line 4', '{"b":"ü"}\r'],
      ['line 5', '{"c":3}'],
    ]);
  });

  test('go on from the place that each one names', async () => {
    const bytes = Buffer.from(text);
    const entries = await all(splitLines(pieces(bytes, 5), start));
    for (const [index, { next }] of entries.entries()) {
      const cursor = next as typeof start;
      const rest = await all(splitLines(pieces(bytes.subarray(cursor.offset), 5), cursor));
      expect(rest.map(({ position }) => position)).toEqual(entries.slice(index + 1).map(({ position }) => position));
      expect(rest.at(-1)?.next ?? cursor).toEqual(entries.at(-1)!.next);
    }
  });

  test('a line that is too long is passed over, its neighbours are not', async () => {
    const long = Buffer.concat([Buffer.from('{"a":1}\n'), Buffer.alloc(mostItemBytes + 1, 0x61), Buffer.from('\n{}')]);
    const entries = await all(splitLines(pieces(long, 262_144), start));
    expect(entries.map(({ content }) => content.kind)).toEqual(['text', 'problem', 'text']);
    expect(entries.at(-1)!.next).toEqual({ offset: long.length, line: 4 });
  });

  test('an empty file has none', async () => {
    expect(await all(splitLines(pieces('', 10), start))).toEqual([]);
    expect(await all(splitLines(pieces('\n\n', 10), start))).toEqual([]);
  });
});

describe('items of a text sequence', () => {
  const sequence = Buffer.from('\u001e{"a":1}\n\u001e{\n  "b":\n  "ü"\n}\n\u001e\n\u001e{"c":3}');
  const first = { offset: 0, line: 0 };

  test.each([1, 3, 1_000])('have lines of their own, in pieces of %i bytes', async (bytes) => {
    const entries = await all(splitLines(pieces(sequence, bytes), first, byRecords));
    expect(entries.map(({ position, content }) => [position, textOf(content)])).toEqual([
      ['record 1', '{"a":1}'],
      ['record 2', '{\n  "b":\n  "ü"\n}'],
      ['record 4', '{"c":3}'],
    ]);
    for (const [index, { next }] of entries.entries()) {
      const cursor = next as typeof first;
      const rest = await all(splitLines(pieces(sequence.subarray(cursor.offset), bytes), cursor, byRecords));
      expect(rest.map(({ position }) => position)).toEqual(entries.slice(index + 1).map(({ position }) => position));
    }
  });
});
