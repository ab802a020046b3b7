import type { StoredItem } from '../../../../catalog/ports.ts';
import type { Prepare } from '../file/statements.ts';

/** Documents in their bytes, each a line of its own: none has a line end within. */
export type DocumentLines = {
  readonly bytes: Uint8Array;
  readonly ids: readonly string[];
  /** Of the items; null where they were not read by them. */
  readonly keys: readonly number[] | null;
};

/** Larger documents are read one by one: nobody knows how large before. */
const mostBytes = 16_384;

const sql = `SELECT CAST(group_concat(CASE WHEN length(d.document) <= ${mostBytes} THEN d.document END, char(10)) AS BLOB),
  group_concat(d.id, char(10)), count(*) FROM json_each(?) AS p CROSS JOIN documents AS d ON d.pk = p.value
  HAVING max(length(d.document)) <= ${mostBytes}`;

type Row = readonly [bytes: Uint8Array, ids: string, count: number];

/** All of them with one statement and in one piece of memory; null where some are large. */
export function readLines(prepare: Prepare, pks: readonly number[]): DocumentLines | null {
  const row = prepare(sql).get(`[${pks.join(',')}]`) as Row | undefined;
  if (row === undefined) return null;
  const [bytes, ids, count] = row;
  if (count !== pks.length) throw new Error('a document is not there');
  return { bytes, ids: ids.split('\n'), keys: pks };
}

const lineEnd = Buffer.from('\n');

/** The same of items that were read already; null where there are none. */
export function joinLines(items: readonly StoredItem[]): DocumentLines | null {
  if (items.length === 0) return null;
  const parts = items.flatMap(({ bytes }, i) => (i === 0 ? [bytes] : [lineEnd, bytes]));
  return { bytes: Buffer.concat(parts), ids: items.map(({ id }) => id), keys: null };
}
