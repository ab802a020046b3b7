import { collectionSortValues } from '../../../../catalog/collections/match-collection.ts';
import {
  type SearchableCollection,
  type WantedMembers,
  memberReader,
  searchableReader,
} from '../../../../catalog/collections/searchable-collection.ts';
import type { Sort } from '../../../../catalog/sort.ts';
import { type SortValue, compareBySort } from '../../../../catalog/sort-value.ts';
import { documentOf } from '../../../../catalog/stored-document.ts';
import { type CollectionDocument, changedCollections, everyCollectionDocument } from './collection-documents.ts';
import type { Prepare } from '../file/statements.ts';
import { readState } from '../file/state.ts';

export type SeenCollection = SearchableCollection & { readonly number: number };
export type Placed = { readonly collection: SeenCollection; readonly values: readonly SortValue[] };

/**
 * What searches of collections look at, kept in memory: their extents, and of their members those that were asked for.
 * Must be called inside a read transaction.
 */
export type SeenCollections = {
  /** All of them, in an order. */
  inOrder(wanted: WantedMembers, sort: Sort): readonly Placed[];
};

/** More are forgotten, all at once: who asks for so many different ones has the documents read again. */
const mostNames = 24;
const mostOrders = 4;
const unread = -1;

type Order = { readonly sort: Sort; readonly placed: readonly Placed[] };

export function createSeenCollections(prepare: Prepare, check: () => void): SeenCollections {
  const seen = new Map<number, SeenCollection>();
  const orders = new Map<string, Order>();
  let members: WantedMembers = { names: [], isTextWanted: false };
  let revision = unread;

  function forget(): void {
    seen.clear();
    orders.clear();
    members = { names: [], isTextWanted: false };
    revision = unread;
  }

  /** Reads members that nobody asked for before; whoever is stopped on the way begins anew the next time. */
  function want({ names, isTextWanted }: WantedMembers): void {
    const missing = names.filter((name) => !members.names.includes(name));
    const isTextMissing = isTextWanted && !members.isTextWanted;
    if (missing.length === 0 && !isTextMissing) return;
    if (members.names.length > 0 && members.names.length + missing.length > mostNames) {
      forget();
      members = { names, isTextWanted };
      return;
    }
    const more = { names: missing, isTextWanted: isTextMissing };
    if (revision !== unread) {
      const read = memberReader(more);
      for (const { number, document, text } of everyCollectionDocument(prepare, isTextMissing, check)) {
        const known = seen.get(number);
        if (known !== undefined) read(known, () => documentOf(document), text);
      }
    }
    members = {
      names: [...members.names, ...missing],
      isTextWanted: members.isTextWanted || isTextWanted,
    };
  }

  /** Reads what changed since the last time. */
  function catchUp(): void {
    const now = Number(readState(prepare, 'revision') ?? 0);
    // A store that was put back to an earlier day.
    if (now < revision) seen.clear();
    if (now < revision) revision = unread;
    if (now === revision) return;
    const isFirst = revision === unread;
    const rows = isFirst
      ? everyCollectionDocument(prepare, members.isTextWanted, check)
      : changedCollections(prepare, revision, members.isTextWanted, check);
    const changed = new Map<number, SeenCollection>();
    const read = searchableReader(members);
    for (const row of rows) changed.set(row.number, seenOf(row, read));
    const isThere = isFirst || Number(readState(prepare, 'gone') ?? 0) <= revision ? always : thereNow(prepare);
    for (const number of seen.keys()) if (!isThere(number)) seen.delete(number);
    for (const [number, collection] of changed) seen.set(number, collection);
    const isSame = changed.size === 0 && isThere === always;
    for (const [key, { sort, placed }] of isSame ? [] : orders)
      orders.set(key, { sort, placed: reordered(placed, sort, changed, isThere) });
    if (isFirst) orders.clear();
    revision = now;
  }

  return {
    inOrder(wanted, sort) {
      // In this order: whoever wants too much has everything read again.
      want(wanted);
      catchUp();
      const key = JSON.stringify(sort);
      const known = orders.get(key);
      if (known !== undefined) return known.placed;
      const placed = inOrder([...seen.values()].map(placing(sort)), sort);
      if (orders.size >= mostOrders) orders.clear();
      orders.set(key, { sort, placed });
      return placed;
    },
  };
}

const always = (): boolean => true;

function seenOf(
  { number, document, text }: CollectionDocument,
  read: ReturnType<typeof searchableReader>,
): SeenCollection {
  return { ...read(documentOf(document), text), number };
}

function thereNow(prepare: Prepare): (number: number) => boolean {
  const numbers = prepare('SELECT number FROM collections').all() as [number][];
  const there = new Set(numbers.map(([number]) => number));
  return (number) => there.has(number);
}

const placing = (sort: Sort): ((collection: SeenCollection) => Placed) => {
  const valuesOf = collectionSortValues(sort);
  return (collection) => ({ collection, values: valuesOf(collection) });
};

const inOrder = (placed: readonly Placed[], sort: Sort): readonly Placed[] =>
  placed.toSorted((a, b) => compareBySort(a.values, b.values, sort));

/** Few change at once, and what is in order already is quick to sort. */
function reordered(
  placed: readonly Placed[],
  sort: Sort,
  changed: ReadonlyMap<number, SeenCollection>,
  isThere: (number: number) => boolean,
): readonly Placed[] {
  const others = placed.filter(({ collection: { number } }) => !changed.has(number) && isThere(number));
  const now = [...changed.values()].filter(({ number }) => isThere(number));
  return inOrder([...others, ...now.map(placing(sort))], sort);
}
