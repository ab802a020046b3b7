import type { Service } from '../../service.ts';
import { findCollection } from '../find-documents.ts';
import type { PropertyMap } from '../property-statistics.ts';
import { everything } from '../search-request.ts';
import type { Visibility } from '../visibility.ts';
import { aggregateItems, propertiesOf } from './aggregate-items.ts';
import { kindsOfProperty, nameOfProperty, olderNames, ownNames } from './aggregation-names.ts';
import type { Measure } from './measure.ts';

export type KnownAggregation = { readonly name: string; readonly kind: Measure['kind'] };

/** What can be asked of one collection, or of all that the caller may see where it is null, as far as items tell. */
export async function describeAggregations(
  { catalog, config }: Pick<Service, 'catalog' | 'config'>,
  visibility: Visibility,
  collection: string | null,
): Promise<readonly KnownAggregation[]> {
  if (collection !== null) await findCollection({ catalog }, visibility, collection);
  const properties = await propertiesOf({ catalog }, visibility, collection === null ? null : [collection]);
  const own = [...ownNames].map(([name, kind]) => ({ name, kind })).filter(({ name }) => !olderNames.has(name));
  // Items tell something of themselves, if only when they are of.
  if (properties.size === 0) return own.filter(({ kind }) => kind === 'count');
  return [
    ...own.filter(({ kind }) => hasTimes(properties) || !ofTimes.has(kind)),
    ...(await ofProperties({ catalog, config }, visibility, collection, properties)),
  ];
}

const ofTimes: ReadonlySet<Measure['kind']> = new Set(['earliest', 'latest', 'times']);
const times = ['datetime', 'start_datetime', 'end_datetime'];
const hasTimes = (properties: PropertyMap): boolean => times.some((name) => properties.has(name));

async function ofProperties(
  service: Pick<Service, 'catalog' | 'config'>,
  visibility: Visibility,
  collection: string | null,
  properties: PropertyMap,
): Promise<readonly KnownAggregation[]> {
  const declared = service.config.SWATH_QUERYABLES;
  const known = declared.flatMap((property) => {
    const statistics = properties.get(property);
    const kinds = statistics === undefined ? [] : kindsOfProperty(statistics);
    return kinds.length === 0 ? [] : [{ name: nameOfProperty(property, declared), kinds }];
  });
  // Of numbers and texts an aggregation tells what there is more of.
  const names = known.filter(({ kinds }) => kinds.length > 1).map(({ name }) => name);
  const request = { search: everything, names, details: {} };
  const told = names.length === 0 ? [] : await aggregateItems(service, visibility, collection, request);
  const kindOf = new Map(told.map(({ name, measure }) => [name, measure.kind]));
  return known.map(({ name, kinds }) => ({ name, kind: kindOf.get(name) ?? kinds[0]! }));
}
