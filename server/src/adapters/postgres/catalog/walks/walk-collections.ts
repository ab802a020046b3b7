import { rangeOfCollection } from '../../../../catalog/plan/streams.ts';
import { idsInOrder } from '../../../sql/search/ids-in-order.ts';
import { sourceOfCollection } from '../known/choose-source.ts';
import type { Way } from '../search/gather.ts';
import type { Reading } from '../search/reading.ts';
import { readStreams } from '../known/read-streams.ts';
import { knowCollections } from '../known/snapshot.ts';
import { type HitWalk, walkOfTime } from './walk-in-order.ts';

type Numbered = { readonly id: string; readonly number: number };

/** Few are needed as a rule, and all of them where hardly an item passes the tests. */
const [firstChunk, mostInChunk] = [4, 256];

/** One collection after the other, each by time. */
export async function* walkByCollections(reading: Reading, way: Way, missing: () => number): HitWalk {
  const { search, snapshot, query } = reading;
  const [first, ...rest] = search.sort;
  const isDescending = first!.isDescending !== way.isBackward;
  const start = way.position === null ? null : String(way.position[0]);
  const chunks =
    search.collections === null
      ? readInOrder(reading, start, isDescending)
      : namedInOrder(reading, search.collections, start, isDescending);
  for await (const chunk of chunks) {
    const ranges = chunk.map(({ number }) => [rangeOfCollection(number)]);
    for (const [at, rows] of (await readStreams(query, snapshot, ranges)).entries()) {
      if (rows.streams.length === 0) continue;
      const { id } = chunk[at]!;
      const position = id === start ? way.position!.slice(1) : null;
      yield* walkOfTime(reading, sourceOfCollection(reading, rows), { ...way, position }, missing, rest, [id]);
    }
  }
}

/** Those from the start on that have items. */
async function* readInOrder({ query }: Reading, start: string | null, isDescending: boolean) {
  const [beyond, order] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
  let [place, sign, most] = [start, `${beyond}=`, firstChunk];
  for (;;) {
    const rows: readonly (readonly [string, number])[] = await query<[string, number]>(
      `SELECT id, number FROM catalog_collections
        WHERE items > 0 AND ${place === null ? 'TRUE' : `id ${sign} ?`} ORDER BY id ${order} LIMIT ?`,
      [...(place === null ? [] : [place]), most],
    );
    yield rows.map(([id, number]): Numbered => ({ id, number }));
    if (rows.length < most) return;
    [place, sign, most] = [rows.at(-1)![0], beyond, Math.min(mostInChunk, 4 * most)];
  }
}

async function* namedInOrder(
  { query, snapshot }: Reading,
  ids: readonly string[],
  start: string | null,
  isDescending: boolean,
) {
  await knowCollections(query, snapshot, ids);
  const wanted = idsInOrder([...new Set(ids)], start, isDescending).flatMap((id): readonly Numbered[] => {
    const number = snapshot.collections.get(id)?.number;
    return number === undefined ? [] : [{ id, number }];
  });
  for (let from = 0; from < wanted.length; from += mostInChunk) yield wanted.slice(from, from + mostInChunk);
}
