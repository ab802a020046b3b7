import type { Service } from '../../service.ts';
import { findCollection } from '../find-documents.ts';
import type { ReadOptions } from '../ports.ts';
import { type PropertyMap, mergeStatistics } from '../property-statistics.ts';
import { type JsonObject, refuse } from '../refuse.ts';
import type { Visibility } from '../visibility.ts';
import { ownNames } from './aggregation-names.ts';
import type { AggregationRequest } from './aggregation-request.ts';
import type { Aggregated, Measure } from './measure.ts';
import { isDetail, readMeasures } from './read-measure.ts';

type Needs = Pick<Service, 'catalog' | 'config'>;

export type NamedAggregation = { readonly name: string; readonly measure: Measure; readonly result: Aggregated };

/** What was asked for by name, over the items that the search finds: in one collection, or in all where it is null. */
export async function aggregateItems(
  { catalog, config }: Needs,
  visibility: Visibility,
  collection: string | null,
  { search: given, names, details }: AggregationRequest,
  options: ReadOptions = {},
): Promise<readonly NamedAggregation[]> {
  const search = collection === null ? given : { ...given, collections: [collection] };
  if (collection !== null) await findCollection({ catalog }, visibility, collection);
  else await checkCollections({ catalog }, visibility, given.collections ?? []);
  const isOfProperties = names.some((name) => !ownNames.has(name));
  const needs = {
    declared: config.SWATH_QUERYABLES,
    properties: isOfProperties ? await propertiesOf({ catalog }, visibility, search.collections) : null,
    details,
    mustBeKnown: collection !== null,
  };
  if (collection !== null) refuseUnknownDetails(details, config.SWATH_QUERYABLES);
  const asked = names.flatMap((name) => readMeasures(name, needs).map((measure) => ({ name, measure })));
  const results = await catalog.aggregate(
    { search, measures: asked.map(({ measure }) => measure) },
    visibility,
    options,
  );
  const found = asked.map((one, i) => ({ ...one, result: results[i]! }));
  return names.map((name) => mostTelling(found.filter((one) => one.name === name)));
}

/** Of ranges and of terms, which count numbers by their text: a stray value of the other kind must not hide all others. */
function mostTelling([first, terms]: readonly NamedAggregation[]): NamedAggregation {
  return terms !== undefined && itemsIn(first!.result) * 2 < itemsIn(terms.result) ? terms : first!;
}

const itemsIn = (result: Aggregated): number =>
  'buckets' in result ? result.buckets.reduce((sum, { items }) => sum + items, result.overflow) : 0;

function refuseUnknownDetails(details: JsonObject, declared: readonly string[]): void {
  for (const member of Object.keys(details))
    if (!isDetail(member, declared)) refuse(member, 'is not a parameter of this path');
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
