import type { PropertyStatistics } from '../property-statistics.ts';
import type { Measure } from './measure.ts';

export type OwnKind = Exclude<Measure['kind'], 'terms' | 'numbers'>;

/** Of the aggregations that need no property, by their names; some have an older one. */
export const ownNames: ReadonlyMap<string, OwnKind> = new Map([
  ['total_count', 'count'],
  ['datetime_min', 'earliest'],
  ['datetime_max', 'latest'],
  ['datetime_frequency', 'times'],
  ['collection_frequency', 'collections'],
  ['centroid_geohash_grid_frequency', 'geohash'],
  ['centroid_geotile_grid_frequency', 'tiles'],
  ['centroid_grid_cell_frequency', 'cells'],
  ['grid_geohash_frequency', 'geohash'],
  ['grid_geotile_frequency', 'tiles'],
]);

/** Answered, but not listed. */
export const olderNames: ReadonlySet<string> = new Set(['grid_geohash_frequency', 'grid_geotile_frequency']);

const ending = '_frequency';

/** What clients know it by, where that is not the name without its prefix. */
const known: Readonly<Record<string, string>> = { 'grid:code': 'grid_code' };

const bare = (property: string): string => property.slice(property.lastIndexOf(':') + 1);
const plain = (property: string): string => property.replaceAll(':', '_');

const spellings = [
  (property: string) => property,
  plain,
  (property: string) => known[property] ?? bare(property),
  bare,
] as const;

/**
 * The declared property that a name is of: `eo:cloud_cover_frequency`, `eo_cloud_cover_frequency` and
 * `cloud_cover_frequency` are all of `eo:cloud_cover`, as long as no other could be meant.
 */
export function propertyNamed(name: string, declared: readonly string[]): string | null {
  if (!name.endsWith(ending)) return null;
  const text = name.slice(0, -ending.length);
  for (const spelling of spellings) {
    const [meant, ...others] = declared.filter((property) => spelling(property) === text);
    if (meant !== undefined) return others.length === 0 ? meant : null;
  }
  return null;
}

/** The shortest name that means this property alone. */
export function nameOfProperty(property: string, declared: readonly string[]): string {
  const isFree = (name: string) => !ownNames.has(name) && propertyNamed(name, declared) === property;
  const names = [known[property] ?? bare(property), plain(property), property].map((text) => `${text}${ending}`);
  return names.find(isFree) ?? names.at(-1)!;
}

export type PropertyKind = 'terms' | 'numbers';

/** What the values of a property can be counted as: both where it has numbers and others. Moments, lists and objects have nothing. */
export function kindsOfProperty({ types }: Pick<PropertyStatistics, 'types'>): readonly PropertyKind[] {
  const hasNumbers = types.includes('integer') || types.includes('number');
  const hasTerms = types.includes('string') || types.includes('boolean');
  return [...(hasNumbers ? (['numbers'] as const) : []), ...(hasTerms ? (['terms'] as const) : [])];
}
