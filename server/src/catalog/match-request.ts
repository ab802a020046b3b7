import type { Area } from './area.ts';
import { overlaps } from './datetime-interval.ts';
import type { Filter } from './filter.ts';
import type { Item } from './item.ts';
import { compileFilter } from './match-filter.ts';
import { type Visibility, isVisible } from './visibility.ts';
import type { SearchConditions } from './search-request.ts';
import { compileText } from './text/match-text.ts';
import { textOfItem } from './text/searchable-text.ts';

/** The meaning of a search: what every store's answer is held to. */
export function compileRequest(request: SearchConditions, visibility: Visibility): (item: Item) => boolean {
  const { datetime, area, filter, text } = request;
  const ids = request.ids && new Set(request.ids);
  const collections = request.collections && new Set(request.collections);
  const isInArea = area && compileFilter(areaFilter(area));
  const isMatch = filter && compileFilter(filter);
  const hasText = text && compileText(text);
  return (item) =>
    isVisible(item.collection, visibility) &&
    (collections === null || collections.has(item.collection)) &&
    (ids === null || ids.has(item.id)) &&
    (datetime === null || overlaps(datetime, item.start, item.end)) &&
    (isInArea === null || isInArea({ geometry: item.geometry }) === true) &&
    (isMatch === null || isMatch(item.document) === true) &&
    (hasText === null || hasText(textOfItem(item.document)));
}

/** A search's area is the filter `S_INTERSECTS(geometry, area)` and nothing else. */
export const areaFilter = ({ geometry }: Area): Filter => ({
  kind: 'spatial',
  op: 'intersects',
  left: { kind: 'property', name: 'geometry' },
  right: { kind: 'geometry', value: geometry },
});
