import { type Rows, rowsOfProperty } from './gather.ts';
import type { Reading } from './reading.ts';

/** The rows of a condition that the index of a property serves with at most so many; null where there is none. */
export async function rarestProperty({ search, query }: Reading, most: number): Promise<Rows | null> {
  const lookups = search.indexable.map(rowsOfProperty);
  if (lookups.length === 0) return null;
  const counts = lookups.map(
    ({ from, condition }) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${condition?.sql ?? 'TRUE'} LIMIT ?) x)`,
  );
  const params = lookups.flatMap(({ fromParams, condition }) => [
    ...fromParams,
    ...(condition?.params ?? []),
    most + 1,
  ]);
  const [row] = await query<readonly number[]>(`SELECT ${counts.join(', ')}`, params);
  const least = Math.min(...row!);
  return least > most ? null : lookups[row!.indexOf(least)]!;
}
