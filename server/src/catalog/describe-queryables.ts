import type { Service } from '../service.ts';
import { findCollection } from './find-documents.ts';
import { type CatalogOverview, mergeStatistics } from './property-statistics.ts';
import type { Visibility } from './visibility.ts';

/** What filters and sorts can name, as far as the stored items tell. */
export type Queryables = CatalogOverview;

/** Of one collection, or of all that the caller may see where it is null. */
export async function describeQueryables(
  { catalog }: Pick<Service, 'catalog'>,
  visibility: Visibility,
  collection: string | null,
): Promise<Queryables> {
  if (collection === null) return catalog.overview(visibility);
  await findCollection({ catalog }, visibility, collection);
  const statistics = await catalog.statistics([collection], visibility);
  return { collections: [collection], properties: mergeStatistics(statistics.map(({ properties }) => properties)) };
}
