import { type Rows, rowsOfProperty, rowsOfWords } from './gather.ts';
import { withBitmaps } from '../database/query.ts';
import type { Reading } from './reading.ts';
import type { Snapshot } from '../known/snapshot.ts';

/** The rows of a condition that an index of values or words serves with few of them; null where there is none. */
export async function fewestRows({ search, query, tuning, snapshot }: Reading): Promise<Rows | null> {
  const words = (search.text?.needed ?? []).map(rowsOfWords);
  const lookups = [...search.indexable.map(rowsOfProperty), ...words];
  if (lookups.length === 0) return null;
  // A text is another row to be found for each entry of a walk: gathering is the better way for longer.
  const most = words.length === 0 ? tuning.firstProbe : tuning.wordProbe;
  const counts = lookups.map(
    ({ from, condition }) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${condition?.sql ?? 'TRUE'} LIMIT ?) x)`,
  );
  const params = lookups.flatMap(({ fromParams, condition }) => [
    ...fromParams,
    ...(condition?.params ?? []),
    most + 1,
  ]);
  const text = `SELECT ${counts.join(', ')}`;
  const found = await remembered(snapshot, JSON.stringify([text, params]), async () => {
    const [row] = await withBitmaps(query, words.length > 0, () => query<readonly number[]>(text, params));
    return row!;
  });
  const least = Math.min(...found);
  return least > most ? null : lookups[found.indexOf(least)]!;
}

const mostRemembered = 1_000;

/** While nobody writes: what is filtered by is asked for again, and by every page. */
async function remembered(
  { probes }: Snapshot,
  key: string,
  read: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const known = probes.get(key);
  if (known !== undefined) return known;
  const found = await read();
  if (probes.size >= mostRemembered) probes.clear();
  if (key.length <= 8_000) probes.set(key, found);
  return found;
}
