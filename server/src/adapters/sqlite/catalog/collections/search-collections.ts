import { type CollectionSearch, isUnconditional } from '../../../../catalog/collections/collection-search.ts';
import { compileCollectionSearch, wantedMembers } from '../../../../catalog/collections/match-collection.ts';
import { writePageToken } from '../../../../catalog/page-token.ts';
import type { Found, StoredCollection } from '../../../../catalog/ports.ts';
import { compareBySort } from '../../../../catalog/sort-value.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import { fitting, mostPageBytes } from '../../../sql/search/search-limits.ts';
import { countWhile } from './count-while.ts';
import type { Placed, SeenCollections } from './seen-collections.ts';
import type { Prepare } from '../file/statements.ts';

type Needs = {
  readonly prepare: Prepare;
  readonly seen: SeenCollections;
  /** Throws where nobody waits any more. */
  readonly check: () => void;
};

/** One search of collections within one read transaction; a page of too many bytes ends before, and its next goes on there. */
export function searchCollections(
  needs: Needs,
  search: CollectionSearch,
  visibility: Visibility,
  mostBytes = mostPageBytes,
): Found<StoredCollection> {
  const { prepare, seen, check } = needs;
  const isMatch = compileCollectionSearch(search);
  const all = seen.inOrder(wantedMembers(search), search.sort);
  const isAll = visibility === 'all' && isUnconditional(search);
  const found = isAll
    ? all
    : all.filter(({ collection }) => {
        check();
        return isVisible(collection.id, visibility) && isMatch(collection);
      });
  const [from, to] = bounds(found, search);
  const page = found.slice(from, to);
  const inWay = search.position?.isBackward === true ? page.toReversed() : page;
  const shown = fitting(readShown(prepare, inWay), ({ bytes }) => bytes.length, mostBytes);
  if (shown.length < page.length)
    return searchCollections(needs, { ...search, limit: shown.length }, visibility, mostBytes);
  const token = (isBackward: boolean, { values }: Placed) => writePageToken({ isBackward, values }, search.sort);
  return {
    found: inWay === page ? shown : shown.toReversed(),
    next: page.length > 0 && to < found.length ? token(false, page.at(-1)!) : null,
    prev: page.length > 0 && from > 0 ? token(true, page[0]!) : null,
    matched: { atLeast: found.length, isExact: true },
  };
}

function bounds(
  found: readonly Placed[],
  { position, skip = 0, limit, sort }: CollectionSearch,
): readonly [from: number, to: number] {
  if (position === null) return [skip, skip + limit];
  const orderOf = ({ values }: Placed) => compareBySort(values, position.values, sort);
  if (!position.isBackward) {
    const from = countWhile(found, (one) => orderOf(one) <= 0);
    return [from, from + limit];
  }
  const to = countWhile(found, (one) => orderOf(one) < 0);
  return [Math.max(0, to - limit), to];
}

function* readShown(prepare: Prepare, page: readonly Placed[]): Iterable<StoredCollection> {
  const one = prepare('SELECT id, etag, document FROM collections WHERE number = ?');
  for (const { collection } of page) {
    const [id, etag, bytes] = one.get(collection.number) as [string, string, Uint8Array];
    yield { id, etag, bytes };
  }
}
