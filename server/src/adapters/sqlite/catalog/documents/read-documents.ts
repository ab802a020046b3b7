import type { StoredItem } from '../../../../catalog/ports.ts';
import type { Prepare } from '../file/statements.ts';

/** As texts, which are collected at no cost: bytes of a row would be a piece of memory outside of the heap each. */
const sql = 'SELECT collection, id, etag, CAST(document AS TEXT) FROM documents WHERE pk = ?';
type Row = readonly [collection: string, id: string, etag: string, document: string];

/** Reads the items of keys, up to the one with which they have so many bytes; good until the next ones are read. */
export type DocumentReader = (pks: readonly number[], from: number, to: number) => readonly StoredItem[];

/** All of them lie in one piece of memory, where those before lay. */
export function createDocumentReader(prepare: Prepare, mostBytes: number): DocumentReader {
  let room: Buffer | null = null;

  /** What does not fit has memory of its own. */
  function write(text: string, at: number): Buffer {
    room ??= Buffer.allocUnsafeSlow(mostBytes);
    // No character of a text takes more than three bytes.
    const isSure = text.length * 3 <= room.length - at;
    const needed = isSure ? 0 : Buffer.byteLength(text);
    if (needed <= room.length - at) return room.subarray(at, at + room.write(text, at));
    return Buffer.from(text);
  }

  return (pks, from, to) => {
    const items: StoredItem[] = [];
    const rows = prepare(sql);
    for (let [next, used] = [from, 0]; next < to && used < mostBytes; next++) {
      const [collection, id, etag, document] = rows.get(pks[next]!) as Row;
      const bytes = write(document, used);
      used += bytes.length;
      items.push({ collection, id, etag, bytes });
    }
    return items;
  };
}
