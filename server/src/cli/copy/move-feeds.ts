import type { Adjust } from '../../adapters/postgres/moving/copy-tables.ts';
import { countArrivedAfter } from '../../adapters/sqlite/catalog/collections/own-collections.ts';
import type { Connection } from '../../adapters/sqlite/driver.ts';

type Feeds = { readonly from: string; readonly to: string };

/** Arrivals have other numbers in the target: what saved searches have seen, and what they have not, stays the same. */
export function moveFeeds(catalogue: Connection, { from, to }: Feeds, arrivals: readonly number[]): Adjust {
  const numberOf = (arrival: number): number =>
    arrivals[arrivals.length - countArrivedAfter(catalogue, arrival) - 1] ?? 0;
  return async (query) => {
    const searches = await query<{ id: string; since: number }>(
      'SELECT id, since FROM saved_searches WHERE feed = $1',
      [from],
    );
    for (const { id, since } of searches)
      await query('UPDATE saved_searches SET feed = $2, since = $3 WHERE id = $1', [id, to, numberOf(since)]);
    const feeds = await query<{ arrived: number }>('SELECT arrived FROM saved_search_feeds WHERE feed = $1', [from]);
    for (const { arrived } of feeds)
      await query('UPDATE saved_search_feeds SET feed = $2, arrived = $3, holder = NULL WHERE feed = $1', [
        from,
        to,
        numberOf(arrived),
      ]);
    await query('UPDATE saved_search_batches SET feed = $2 WHERE feed = $1', [from, to]);
  };
}
