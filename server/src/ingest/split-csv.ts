import { PlatformError } from '../shared/errors.ts';
import { mostItemBytes } from './split-lines.ts';
import type { Content, Entry } from './source.ts';

/** Where a row begins: its first byte, its number from 1 for the first after the header, and which cell has the item. */
export type RowCursor = { readonly offset: number; readonly row: number; readonly column: number };

/** Quotes are doubled, and other cells stand beside the item. */
const mostRowBytes = 3 * mostItemBytes;
const [quote, comma, lineFeed, carriageReturn] = [0x22, 0x2c, 0x0a, 0x0d];
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The items of a table as RFC 4180 has it, each whole in the cell of a column; a row that is too long is not held. */
export async function* splitCsv(
  chunks: AsyncIterable<Uint8Array>,
  itemColumn: string,
  from: RowCursor | null,
): AsyncGenerator<Entry> {
  let { offset, row, column } = from ?? { offset: 0, row: 0, column: -1 };
  for await (const { bytes, length } of splitRows(chunks)) {
    offset += length;
    const record = bytes === null ? null : withoutLineEnd(bytes);
    if (column < 0) column = columnIn(record, itemColumn);
    else if (record === null || record.length > 0)
      yield {
        position: `row ${row}`,
        content: contentOf(record, column),
        next: { offset, row: row + 1, column },
        done: offset,
      };
    else continue;
    row++;
  }
  if (column < 0) throw new PlatformError('invalid_parameters', 'the file is empty');
}

type Row = { readonly bytes: Uint8Array | null; readonly length: number };

/** Rows with their line ends; null where one is too long. */
async function* splitRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let held: Uint8Array[] = [];
  let length = 0;
  let isQuoted = false;
  const hold = (part: Uint8Array) => {
    length += part.length;
    if (length <= mostRowBytes) held.push(part);
    else held = [];
  };
  const take = (): Row => {
    const row = { bytes: length > mostRowBytes ? null : joined(held), length };
    [held, length] = [[], 0];
    return row;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) {
        hold(chunk.subarray(start, at + 1));
        start = at + 1;
        yield take();
      }
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));

function withoutLineEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  if (bytes[end - 1] === lineFeed) end--;
  if (bytes[end - 1] === carriageReturn) end--;
  return bytes.subarray(0, end);
}

function columnIn(header: Uint8Array | null, itemColumn: string): number {
  const hasMark = header !== null && byteOrderMark.every((byte, at) => header[at] === byte);
  const cells = header === null ? [] : [...cellsOf(hasMark ? header.subarray(byteOrderMark.length) : header)];
  const names = cells.map((cell) => utf8.decode(cell));
  const column = names.indexOf(itemColumn);
  if (column >= 0) return column;
  throw new PlatformError(
    'invalid_parameters',
    `the table has no column '${itemColumn}', which holds whole items: exports without 'fields' have it`,
  );
}

const utf8 = new TextDecoder();

/** Cells without their quotes; inner quotes are still doubled. */
function* cellsOf(record: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= record.length; at++) {
    if (record[at] === quote) isQuoted = !isQuoted;
    else if (at === record.length || (record[at] === comma && !isQuoted)) {
      const isInQuotes = record[start] === quote && record[at - 1] === quote && at - start >= 2;
      yield isInQuotes ? record.subarray(start + 1, at - 1) : record.subarray(start, at);
      start = at + 1;
    }
  }
}

function contentOf(record: Uint8Array | null, column: number): Content {
  if (record === null) return problem(`is too long: an item has at most ${mostItemBytes} bytes`);
  let index = 0;
  for (const cell of cellsOf(record))
    if (index++ === column)
      return cell.length === 0
        ? problem('its item is empty')
        : { kind: 'text', bytes: Buffer.from(Buffer.from(cell).toString().replaceAll('""', '"')) };
  return problem(`has ${index} cells, and none with the item`);
}

const problem = (reason: string): Content => ({ kind: 'problem', id: null, reason, text: null });
