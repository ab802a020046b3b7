import type { Fields } from '../../../../catalog/fields.ts';
import { markerStart } from '../../../../catalog/local-href.ts';
import { shownPieces } from '../../../../catalog/shown/show-items.ts';
import { encoded } from '../../../../catalog/shown/shown-item.ts';
import type { Prepare } from '../file/statements.ts';
import { type WrittenLinks, writtenLinks } from './written-links.ts';

/** Items from `start` to `end`, with room before them for what opens the answer. */
export type WrittenItems = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly collections: readonly string[];
};
export type Showing = {
  readonly baseUrl: string;
  readonly fields: Fields | null;
  /** The item that reaches it is the last one. */
  readonly mostBytes: number;
};

const roomBefore = 256;
/** Of an item, as a first guess where there is no slab. */
const usualBytes = 4_096;

type Sheet = { bytes: Buffer; at: number };
type Row = readonly [collection: string, id: string, document: string];

/** As texts, which are collected at no cost: bytes of a row would be a piece of memory outside of the heap each. */
const columns = 'd.collection, d.id, CAST(d.document AS TEXT)';
const one = `SELECT ${columns} FROM documents d WHERE d.pk = ?`;
/** In the order of the keys. */
const together = 8;
const several = `SELECT ${columns} FROM (VALUES (?)${', (?)'.repeat(together - 1)}) p CROSS JOIN documents d ON d.pk = p.column1`;
/** Documents that are larger are read one by one, so that few are in memory beside the page. */
const mostTogether = 65_536;

/** Writes items into the slab, the first ones where all are too much; what does not fit there into memory of its own. */
export function writeShown(
  prepare: Prepare,
  pks: readonly number[],
  showing: Showing,
  slab: Buffer | null,
): WrittenItems {
  const sheet: Sheet = { bytes: slab ?? ownMemory(roomBefore + pks.length * usualBytes), at: roomBefore };
  const collections = new Set<string>();
  const linksOf = writtenLinks(showing.baseUrl);
  let count = 0;
  while (count < pks.length && sheet.at < showing.mostBytes) {
    const areSmall = count > 0 && sheet.at <= count * mostTogether;
    for (const row of readRows(prepare, pks, count, areSmall)) {
      if (sheet.at >= showing.mostBytes) break;
      writeItem(sheet, row, showing, linksOf(row[0]));
      collections.add(row[0]);
      count++;
    }
  }
  // Of the comma after the last one.
  if (count > 0) sheet.at -= 1;
  return { bytes: sheet.bytes, start: roomBefore, end: sheet.at, count, collections: [...collections] };
}

const readRows = (prepare: Prepare, pks: readonly number[], from: number, areSmall: boolean): readonly Row[] =>
  areSmall && pks.length - from >= together
    ? (prepare(several).all(...pks.slice(from, from + together)) as unknown as readonly Row[])
    : [prepare(one).get(pks[from]!) as Row];

function writeItem(
  sheet: Sheet,
  [collection, id, document]: Row,
  { baseUrl, fields }: Showing,
  links: WrittenLinks,
): void {
  if (fields !== null || document.includes(markerStart)) {
    for (const piece of shownPieces({ collection, id, bytes: Buffer.from(document) }, baseUrl, fields))
      copy(sheet, piece);
    write(sheet, ',');
    return;
  }
  write(sheet, document);
  // The closing `]}` comes after our own links.
  sheet.at -= 2;
  copy(sheet, document.endsWith('[]}') ? links.alone : links.afterOthers);
  writeName(sheet, id);
  copy(sheet, links.rest);
}

/** What stands in an address as it is. */
const isPlain = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return Number(encoded(character) === character);
});

/** Encoded. Most names are short and plain: a loop writes them in a quarter of the time that calls take. */
function writeName(sheet: Sheet, name: string): void {
  makeRoom(sheet, name.length);
  const { bytes, at } = sheet;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (isPlain[code] !== 1) return write(sheet, encoded(name));
    bytes[at + i] = code;
  }
  sheet.at += name.length;
}

function write(sheet: Sheet, text: string): void {
  // No character of a text takes more than three bytes.
  if (sheet.bytes.length - sheet.at < text.length * 3) makeRoom(sheet, Buffer.byteLength(text));
  sheet.at += sheet.bytes.write(text, sheet.at);
}

function copy(sheet: Sheet, piece: Uint8Array): void {
  makeRoom(sheet, piece.length);
  sheet.bytes.set(piece, sheet.at);
  sheet.at += piece.length;
}

function makeRoom(sheet: Sheet, more: number): void {
  if (sheet.bytes.length - sheet.at >= more) return;
  const larger = ownMemory(Math.max(sheet.bytes.length * 2, sheet.at + more));
  larger.set(sheet.bytes.subarray(0, sheet.at));
  sheet.bytes = larger;
}

const ownMemory = (bytes: number): Buffer => Buffer.allocUnsafeSlow(bytes);
