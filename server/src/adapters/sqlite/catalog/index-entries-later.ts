import { searchableColumns } from './schema.ts';
import type { Prepare } from './snapshot.ts';

/** Items that are indexed at once: their ranks and numbers take so many bits of a key. */
export const itemsAtOnce = 2 ** 20;

const copied = searchableColumns
  .split(', ')
  .map((column) => `i.${column}`)
  .join(', ');

const readInOrder = "SELECT pk, streams, dt <> '' FROM items WHERE pk >= ? AND pk < ? ORDER BY dt DESC";
const addEntries = `INSERT OR IGNORE INTO entries (stream, ${searchableColumns})
  SELECT v.value / ${itemsAtOnce}, ${copied} FROM json_each(?1) AS v
    CROSS JOIN items AS i ON i.pk = ?2 + v.value % ${itemsAtOnce}`;
const addToStream = `INSERT INTO stream_stats (stream, items, oldest, newest)
  VALUES (?1, ?2, coalesce((SELECT dt FROM items WHERE pk = ?3), ''), (SELECT dt FROM items WHERE pk = ?4))
  ON CONFLICT (stream) DO UPDATE SET items = items + excluded.items, newest = max(newest, excluded.newest),
    oldest = CASE WHEN excluded.oldest = '' OR (oldest <> '' AND oldest <= excluded.oldest) THEN oldest
      ELSE excluded.oldest END`;

const entriesInText = 8_192;

/** The items from `first` on, at most `itemsAtOnce` numbers: sorted as numbers, which costs a tenth of sorting rows. */
export function indexEntriesLater(prepare: Prepare, first: number): void {
  const { keys, numbers, timed } = keysInOrder(prepare, first);
  for (let at = 0; at < keys.length;) at = countStream(prepare, { keys, numbers, timed, first }, at);
  const add = prepare(addEntries);
  for (let at = 0; at < keys.length; at += entriesInText) {
    const some = keys.subarray(at, at + entriesInText);
    // From here on with the item's number in the place of its rank.
    for (const [i, key] of some.entries()) some[i] = key - rankOf(key) + numbers[rankOf(key)]!;
    add.run(`[${some.join(',')}]`, first);
  }
}

type Sorted = {
  /** For each entry its stream and, below it, the rank of its item: the newest has 0. */
  readonly keys: Float64Array;
  /** By rank: the item's number after the first. */
  readonly numbers: Uint32Array;
  /** How many have a time; those without come last. */
  readonly timed: number;
};

const rankOf = (key: number): number => key % itemsAtOnce;
const streamOf = (key: number): number => Math.floor(key / itemsAtOnce);

function keysInOrder(prepare: Prepare, first: number): Sorted {
  const numbers = new Uint32Array(itemsAtOnce);
  let keys = new Float64Array(itemsAtOnce);
  let [rank, count, timed] = [0, 0, 0];
  for (const row of prepare(readInOrder).iterate(first, first + itemsAtOnce)) {
    const [pk, streams, isTimed] = row as [number, string, number];
    numbers[rank] = pk - first;
    for (const stream of JSON.parse(streams) as readonly number[]) {
      if (count === keys.length) keys = enlarged(keys);
      keys[count++] = stream * itemsAtOnce + rank;
    }
    timed += isTimed;
    rank++;
  }
  return { keys: keys.subarray(0, count).sort(), numbers, timed };
}

function enlarged(keys: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * keys.length);
  larger.set(keys);
  return larger;
}

/** Counts the entries of the stream that begins there; where the next one begins. */
function countStream(prepare: Prepare, sorted: Sorted & { readonly first: number }, from: number): number {
  const { keys, numbers, timed, first } = sorted;
  const stream = streamOf(keys[from]!);
  const end = (stream + 1) * itemsAtOnce;
  let [at, oldest] = [from, -1];
  for (; at < keys.length && keys[at]! < end; at++) {
    const rank = rankOf(keys[at]!);
    if (rank < timed) oldest = first + numbers[rank]!;
  }
  prepare(addToStream).run(stream, at - from, oldest, first + numbers[rankOf(keys[from]!)]!);
  return at;
}
