import { Type } from 'typebox';
import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { searchQuery } from '../catalog/search-schemas.ts';

const conditions = ['ids', 'bbox', 'intersects', 'datetime', 'q', 'filter', 'filter-lang', 'filter-crs'] as const;

/** For the document alone, as the query of a search is. */
export const deleteQuery = Type.Object({
  ...Type.Pick(searchQuery, conditions).properties,
  all: Type.Optional(Type.Enum(['true', 'false'], { description: 'Deletes every item; only without a condition.' })),
});

const longestRecorded = 1_000;

/** The conditions as they were given, cut to what the audit should hold. */
export function recordedConditions(query: QueryParameters): Readonly<Record<string, string>> {
  const given = Object.entries(query).map(([name, value]) => [name, [value].flat().join(',')] as const);
  return Object.fromEntries(given.map(([name, value]) => [name, value.slice(0, longestRecorded)]));
}
