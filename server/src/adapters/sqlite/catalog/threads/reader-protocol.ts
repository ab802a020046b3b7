import type { Aggregated, Measure } from '../../../../catalog/aggregate/measure.ts';
import type { CollectionSearch } from '../../../../catalog/collections/collection-search.ts';
import type { Found, ShownItems, StoredItem } from '../../../../catalog/ports.ts';
import type { SearchRequest } from '../../../../catalog/search-request.ts';
import { defaultSort } from '../../../../catalog/sort.ts';
import type { Visibility } from '../../../../catalog/visibility.ts';
import type { Fault } from '../../../threads/fault.ts';
import { packArea, unpackArea } from '../../../threads/packed-area.ts';

export type ReaderData = {
  readonly file: string;
  readonly busyTimeoutMs: number;
  readonly cancelled: Int32Array;
  readonly slabs: SharedArrayBuffer;
};

/** Searches that a thread has at a time. We read many requests at once: with one in reserve it had none left meanwhile. */
export const mostHeld = 4;

/** `place`: where in `cancelled` its id will stand when nobody waits for it any more. */
export type ReadJob = {
  readonly id: number;
  readonly place: number;
  readonly request: SearchRequest;
  readonly visibility: Visibility;
  /** Of what is found, instead of a page of it. */
  readonly measures: readonly Measure[] | null;
  /** Collections are searched instead of items. */
  readonly collections: CollectionSearch | null;
  /** The page is written as it is sent, with addresses under this one. */
  readonly baseUrl: string | null;
  /** What it is written into, where one was free. */
  readonly slab: number | null;
};
type PackedJob = ReturnType<typeof packJob>;
export type ToReader = PackedJob | 'close';

/** Values without names: each name of an object is written and looked up again by what copies it to another thread. */
export const packJob = ({ id, place, visibility, measures, collections, baseUrl, slab, request }: ReadJob) =>
  [
    [id, place, visibility, measures, collections, baseUrl, slab],
    [request.ids, request.collections, packArea(request.area), request.datetime, request.filter, request.text],
    // Nearly every search has the same order.
    [request.sort === defaultSort ? null : request.sort, request.fields, request.limit],
    [request.position, request.skip, request.count],
  ] as const;

export function unpackJob([own, conditions, shown, paging]: PackedJob): ReadJob {
  const [id, place, visibility, measures, asked, baseUrl, slab] = own;
  const [ids, collections, area, datetime, filter, text] = conditions;
  const [sort, fields, limit] = shown;
  const [position, skip, count] = paging;
  return {
    id,
    place,
    visibility,
    measures,
    collections: asked,
    baseUrl,
    slab,
    request: {
      ids,
      collections,
      area: unpackArea(area),
      datetime,
      filter,
      text,
      sort: sort ?? defaultSort,
      fields,
      limit,
      position,
      skip,
      count,
    },
  };
}

/** Documents travel in one piece of memory, cut again on the other side. */
export type PackedItems = {
  readonly keys: readonly (readonly [collection: string, id: string, etag: string, length: number])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
};
export type PackedFound = Omit<Found<StoredItem>, 'found'> & { readonly packed: PackedItems };

/** `own`: what it was written into, where that is no slab. */
export type ShownPage = Omit<ShownItems, 'between' | 'giveBack'> & {
  readonly start: number;
  readonly end: number;
  readonly own: Uint8Array<ArrayBuffer> | null;
};

export type FromReader =
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly fault: Fault }
  | { readonly type: 'found'; readonly id: number; readonly found: PackedFound }
  | { readonly type: 'shown'; readonly id: number; readonly page: ShownPage }
  | { readonly type: 'aggregated'; readonly id: number; readonly results: readonly Aggregated[] }
  /** Nobody waits for it any more, and it was not begun. */
  | { readonly type: 'dropped'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly fault: Fault };

/** What nearly every answer is, as JSON of its values: names are written and looked up one by one. */
export const shownText = (id: number, page: ShownPage): string =>
  JSON.stringify([id, page.next, page.prev, page.matched, page.start, page.end, page.count, page.collections]);

type ShownValues = readonly [
  id: number,
  next: ShownPage['next'],
  prev: ShownPage['prev'],
  matched: ShownPage['matched'],
  start: number,
  end: number,
  count: number,
  collections: readonly string[],
];

export function fromText(message: FromReader | string): FromReader {
  if (typeof message !== 'string') return message;
  const [id, next, prev, matched, start, end, count, collections] = JSON.parse(message) as ShownValues;
  return { type: 'shown', id, page: { next, prev, matched, start, end, count, collections, own: null } };
}

export function packFound({ found, ...rest }: Found<StoredItem>): PackedFound {
  const bytes = new Uint8Array(found.reduce((sum, item) => sum + item.bytes.length, 0));
  let at = 0;
  for (const item of found) {
    bytes.set(item.bytes, at);
    at += item.bytes.length;
  }
  const keys = found.map(({ collection, id, etag, bytes: { length } }) => [collection, id, etag, length] as const);
  return { ...rest, packed: { keys, bytes } };
}

export function unpackFound({ packed, ...rest }: PackedFound): Found<StoredItem> {
  let at = 0;
  const found = packed.keys.map(([collection, id, etag, length]) => {
    const bytes = packed.bytes.subarray(at, at + length);
    at += length;
    return { collection, id, etag, bytes };
  });
  return { ...rest, found };
}
