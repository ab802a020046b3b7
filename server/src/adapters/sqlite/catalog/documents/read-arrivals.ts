import type { Arrival, Arrivals, Catalog } from '../../../../catalog/ports.ts';
import { isVisible } from '../../../../catalog/visibility.ts';
import type { Prepare } from '../file/statements.ts';
import { readState } from '../file/state.ts';

/** Items may have a megabyte each. */
const mostBytes = 8_388_608;

const sizes = 'SELECT pk, length(document) FROM documents WHERE pk > ? ORDER BY pk LIMIT ?';
const documents = `SELECT pk, collection, id, etag, document FROM documents WHERE pk > ? AND pk <= ? ORDER BY pk`;

type Row = readonly [pk: number, collection: string, id: string, etag: string, document: Uint8Array];

/** `pk` grows in the order of commits: there is one writer at a time. */
export function readArrivals(prepare: Prepare, [after, limit, visibility]: Parameters<Catalog['arrivals']>): Arrivals {
  const last = lastWithin(prepare, after, limit);
  const rows = prepare(documents).all(after, last) as unknown as Row[];
  const found = rows.filter(([, collection]) => isVisible(collection, visibility)).map(toArrival);
  return { found, last };
}

function lastWithin(prepare: Prepare, after: number, limit: number): number {
  let [last, bytes] = [after, 0];
  for (const [pk, length] of prepare(sizes).all(after, limit) as [number, number][]) {
    bytes += length;
    if (last !== after && bytes > mostBytes) break;
    last = pk;
  }
  return last;
}

const toArrival = ([arrival, collection, id, etag, bytes]: Row): Arrival => ({ arrival, collection, id, etag, bytes });

export function readLastArrival(prepare: Prepare): { readonly feed: string; readonly last: number } {
  return { feed: readState(prepare, 'feed')!, last: Number(readState(prepare, 'next_pk')) - 1 };
}
