import { type Box, boxesIntersect, plainBoxes } from '../../geometry/box.ts';
import type { TimeInterval } from '../datetime-interval.ts';
import { propertyReader } from '../evaluate/item-property.ts';
import { type Expression, type IntervalEnd, childrenOf } from '../filter.ts';
import { compileFilter } from '../match-filter.ts';
import { boundText } from '../plan/bound-value.ts';
import { impliedBoxes } from '../plan/implied.ts';
import type { Sort } from '../sort.ts';
import { type SortValue, sortValueOf } from '../sort-value.ts';
import { compileText } from '../text/match-text.ts';
import type { CollectionSearch } from './collection-search.ts';
import type { SearchableCollection, WantedMembers } from './searchable-collection.ts';

type Conditions = Pick<CollectionSearch, 'area' | 'datetime' | 'filter' | 'text'>;

/** The meaning of a search of collections: what every store's answer is held to. */
export function compileCollectionSearch(search: Conditions): (collection: SearchableCollection) => boolean {
  const { area, datetime, filter, text } = search;
  const boxes = area && plainBoxes(area.bbox);
  const isMatch = filter && compileFilter(filter);
  // Most collections lie elsewhere, which boxes tell in no time.
  const needed = filter && impliedBoxes(filter);
  const hasText = text && compileText(text);
  return (collection) =>
    (boxes === null || touches(collection.boxes, boxes)) &&
    (datetime === null || collection.spans.some(([start, end]) => isDuring(datetime, start, end))) &&
    (needed === null || touches(collection.boxes, needed)) &&
    (isMatch === null || isMatch(collection.item) === true) &&
    (hasText === null || hasText(collection.text ?? ''));
}

function touches(extent: readonly Box[], area: readonly Box[]): boolean {
  for (const box of extent) for (const part of area) if (boxesIntersect(box, part)) return true;
  return false;
}

const isDuring = (interval: TimeInterval, start: string | null, end: string | null): boolean =>
  (start === null || interval.end === null || start <= interval.end) &&
  (end === null || interval.start === null || end >= interval.start);

/** The members that conditions and order name. */
export function wantedMembers({
  filter,
  text,
  sort,
}: Pick<CollectionSearch, 'filter' | 'text' | 'sort'>): WantedMembers {
  const names = new Set<string>();
  const visit = (node: Expression | IntervalEnd): void => {
    if (node.kind === 'property') names.add(node.name);
    childrenOf(node).forEach(visit);
  };
  if (filter !== null) visit(filter);
  for (const { field } of sort) if (!ownFields.has(field)) names.add(field);
  return { names: [...names], isTextWanted: text !== null };
}

const ownFields = new Set(['id', 'collection', 'datetime']);

/** Reads a collection's values for a whole order; `datetime` is when it begins. */
export function collectionSortValues(sort: Sort): (collection: SearchableCollection) => readonly SortValue[] {
  const readers = sort.map(({ field }) => valueReader(field));
  return (collection) => readers.map((read) => read(collection));
}

function valueReader(field: string): (collection: SearchableCollection) => SortValue {
  if (field === 'id' || field === 'collection') return ({ id }) => id;
  if (field === 'datetime') return ({ spans }) => spans[0]?.[0] ?? null;
  const read = propertyReader(field);
  return ({ item }) => cut(sortValueOf(read(item)));
}

/** Of texts: a place in the order has to fit into the address of the next page, and eight of them into one. */
const mostCharacters = 200;

const cut = (value: SortValue): SortValue =>
  typeof value === 'string' && value.length > mostCharacters ? boundText(value.slice(0, mostCharacters)) : value;
