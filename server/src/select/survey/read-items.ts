import { type PagePosition, readPageToken } from '../../catalog/page-token.ts';
import type { Found, StoredItem } from '../../catalog/ports.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import { type ItemSearch, asPage } from './plan-searches.ts';
import type { SurveyBounds, SurveyNeeds } from './ports.ts';

/** The items that the searches find, each once, a page at a time. */
export async function* readItems(
  { search, pause }: Pick<SurveyNeeds, 'search' | 'pause'>,
  searches: readonly ItemSearch[],
  visibility: Visibility,
  { pageSize }: Pick<SurveyBounds, 'pageSize'>,
): AsyncGenerator<readonly StoredItem[]> {
  const seen = searches.length > 1 ? new Set<string>() : null;
  for (const each of searches) {
    const request = asPage(each, pageSize);
    for (let position: PagePosition | null = null; ;) {
      await pause();
      const { found, next }: Found<StoredItem> = await search({ ...request, position }, visibility);
      yield seen === null ? found : found.filter((item) => isNew(seen, item));
      if (next === null) break;
      position = readPageToken(next, request.sort);
    }
  }
}

function isNew(seen: Set<string>, { collection, id }: StoredItem): boolean {
  const key = JSON.stringify([collection, id]);
  const isFirst = !seen.has(key);
  seen.add(key);
  return isFirst;
}
