import type { Service } from '../../service.ts';
import { findCollection } from '../find-documents.ts';
import type { PropertyMap } from '../property-statistics.ts';
import type { Visibility } from '../visibility.ts';
import { propertiesOf } from './aggregate-items.ts';
import { kindOfProperty, nameOfProperty, olderNames, ownNames } from './aggregation-names.ts';
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
    ...ofProperties(properties, config.SWATH_QUERYABLES),
  ];
}

const ofTimes: ReadonlySet<Measure['kind']> = new Set(['earliest', 'latest', 'times']);
const times = ['datetime', 'start_datetime', 'end_datetime'];
const hasTimes = (properties: PropertyMap): boolean => times.some((name) => properties.has(name));

function ofProperties(properties: PropertyMap, declared: readonly string[]): readonly KnownAggregation[] {
  return declared.flatMap((property) => {
    const statistics = properties.get(property);
    const kind = statistics === undefined ? null : kindOfProperty(statistics);
    return kind === null ? [] : [{ name: nameOfProperty(property, declared), kind }];
  });
}
