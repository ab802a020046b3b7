import { randomUUID } from 'node:crypto';
import type { Item } from '../../catalog/item.ts';
import type { Catalog } from '../../catalog/ports.ts';
import { isVisible } from '../../catalog/visibility.ts';

/** Numbers items in the order in which they are created. */
export type ArrivalLog = {
  note(item: Pick<Item, 'collection' | 'id'>): void;
  readonly verbs: Pick<Catalog, 'arrivals' | 'lastArrival'>;
};

const keyOf = ({ collection, id }: Pick<Item, 'collection' | 'id'>) => JSON.stringify([collection, id]);

export function createArrivalLog(stored: () => Iterable<Item>): ArrivalLog {
  const feed = randomUUID();
  const numbers = new Map<string, number>();
  let last = 0;
  return {
    note: (item) => void numbers.set(keyOf(item), ++last),
    verbs: {
      async arrivals(after, limit, visibility) {
        const numbered = [...stored()].map((item) => ({ item, arrival: numbers.get(keyOf(item))! }));
        const page = numbered
          .filter(({ arrival }) => arrival > after)
          .sort((a, b) => a.arrival - b.arrival)
          .slice(0, limit);
        const found = page
          .filter(({ item }) => isVisible(item.collection, visibility))
          .map(({ arrival, item: { collection, id, etag, bytes } }) => ({ arrival, collection, id, etag, bytes }));
        return { found, last: page.at(-1)?.arrival ?? after };
      },
      lastArrival: async () => ({ feed, last }),
    },
  };
}
