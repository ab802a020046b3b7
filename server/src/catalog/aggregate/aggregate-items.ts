import type { Service } from '../../service.ts';
import { findCollection } from '../find-documents.ts';
import type { ReadOptions } from '../ports.ts';
import { type PropertyMap, mergeStatistics } from '../property-statistics.ts';
import { refuse } from '../refuse.ts';
import type { Visibility } from '../visibility.ts';
import { ownNames } from './aggregation-names.ts';
import type { AggregationRequest } from './aggregation-request.ts';
import type { Aggregated, Measure } from './measure.ts';
import { readMeasure } from './read-measure.ts';

type Needs = Pick<Service, 'catalog' | 'config'>;

export type NamedAggregation = { readonly name: string; readonly measure: Measure; readonly result: Aggregated };

/** What was asked for by name, over the items that the search finds: in one collection, or in all where it is null. */
export async function aggregateItems(
  { catalog, config }: Needs,
  visibility: Visibility,
  collection: string | null,
  { search: asked, names, details }: AggregationRequest,
  options: ReadOptions = {},
): Promise<readonly NamedAggregation[]> {
  const search = collection === null ? asked : { ...asked, collections: [collection] };
  if (collection !== null) await findCollection({ catalog }, visibility, collection);
  else await checkCollections({ catalog }, visibility, asked.collections ?? []);
  const isOfProperties = names.some((name) => !ownNames.has(name));
  const needs = {
    declared: config.SWATH_QUERYABLES,
    properties: isOfProperties ? await propertiesOf({ catalog }, visibility, search.collections) : null,
    details,
    mustBeKnown: collection !== null,
  };
  const measures = names.map((name) => readMeasure(name, needs));
  const results = await catalog.aggregate({ search, measures }, visibility, options);
  return names.map((name, i) => ({ name, measure: measures[i]!, result: results[i]! }));
}

/** Of all at once where none is named: there may be thousands. */
export async function propertiesOf(
  { catalog }: Pick<Needs, 'catalog'>,
  visibility: Visibility,
  collections: readonly string[] | null,
): Promise<PropertyMap> {
  if (collections === null) return (await catalog.overview(visibility)).properties;
  const statistics = await catalog.statistics(collections, visibility);
  return mergeStatistics(statistics.map(({ properties }) => properties));
}

async function checkCollections(
  { catalog }: Pick<Needs, 'catalog'>,
  visibility: Visibility,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    if ((await catalog.getCollection(id, visibility)) === null)
      refuse('collections', `names '${id}', which is not a collection`);
}
