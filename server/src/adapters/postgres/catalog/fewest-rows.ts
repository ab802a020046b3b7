import { type Rows, rowsOfProperty, rowsOfWords } from './gather.ts';
import { withBitmaps } from './query.ts';
import type { Reading } from './reading.ts';

/** The rows of a condition that an index of values or words serves with few of them; null where there is none. */
export async function fewestRows({ search, query, tuning }: Reading): Promise<Rows | null> {
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
  const [row] = await withBitmaps(query, words.length > 0, () =>
    query<readonly number[]>(`SELECT ${counts.join(', ')}`, params),
  );
  const least = Math.min(...row!);
  return least > most ? null : lookups[row!.indexOf(least)]!;
}
