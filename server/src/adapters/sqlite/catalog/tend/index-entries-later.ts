import type { RankedItems } from './rank-items.ts';
import { createRankedKeys, placeOf, placeSql, rankOf, rankSql, runInPieces } from './ranked-keys.ts';
import { searchableColumns } from '../file/schema.ts';
import type { Prepare } from '../file/statements.ts';

const copied = searchableColumns.replace(/\w+/g, 'r.$&');

const readStreams = 'SELECT pk - ?1, streams FROM items WHERE pk >= ?1 AND pk < ?2';
const countTimed = "SELECT count(*) FROM moments WHERE dt <> ''";
const addEntries = `INSERT OR IGNORE INTO entries (stream, ${searchableColumns})
  SELECT ${placeSql('v.value')}, ${copied} FROM json_each(?) AS v
    CROSS JOIN ranked AS r ON r.rank = ${rankSql('v.value')}`;
const addToStream = `INSERT INTO stream_facts (stream, items, oldest, newest)
  VALUES (?1, ?2, coalesce((SELECT dt FROM moments WHERE rank = ?3), ''), (SELECT dt FROM moments WHERE rank = ?4))
  ON CONFLICT (stream) DO UPDATE SET items = items + excluded.items, newest = max(newest, excluded.newest),
    oldest = CASE WHEN excluded.oldest = '' OR (oldest <> '' AND oldest <= excluded.oldest) THEN oldest
      ELSE excluded.oldest END`;

/** The entries of the items that are ranked, and the counts of entries. */
export function indexEntriesLater(prepare: Prepare, { first, end, ranks }: RankedItems): void {
  const keys = createRankedKeys();
  for (const row of prepare(readStreams).iterate(first, end)) {
    const [number, streams] = row as [number, string];
    for (const stream of JSON.parse(streams) as readonly number[]) keys.add(stream, ranks[number]!);
  }
  const [timed] = prepare(countTimed).get() as [number];
  const sorted = keys.take();
  for (let at = 0; at < sorted.length;) at = countStream(prepare, { keys: sorted, timed }, at);
  runInPieces(prepare(addEntries), sorted);
}

type Sorted = {
  readonly keys: Float64Array;
  /** How many items have a time; those without come last. */
  readonly timed: number;
};

/** Counts the entries of the stream that begins there; where the next one begins. */
function countStream(prepare: Prepare, { keys, timed }: Sorted, from: number): number {
  const stream = placeOf(keys[from]!);
  let [at, oldest] = [from, 0];
  for (; at < keys.length && placeOf(keys[at]!) === stream; at++) {
    const rank = rankOf(keys[at]!);
    if (rank <= timed) oldest = rank;
  }
  prepare(addToStream).run(stream, at - from, oldest, rankOf(keys[from]!));
  return at;
}
