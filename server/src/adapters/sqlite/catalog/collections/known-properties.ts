import type { PropertyType } from '../../../../catalog/property-statistics.ts';
import type { KnownProperty } from '../../../../exports/columns.ts';
import { type Visibility, isVisible } from '../../../../catalog/visibility.ts';
import type { Prepare } from '../file/statements.ts';

const ofCollection = `SELECT name, json_extract(statistics, '$.types'), json_extract(statistics, '$.count')
  FROM property_stats WHERE collection = ?`;

/** The properties that items of the visible collections have (of those named, else of all): names and types alone. */
export function readKnownProperties(
  prepare: Prepare,
  collections: readonly string[] | null,
  visibility: Visibility,
): readonly KnownProperty[] {
  const wanted = collections && new Set(collections);
  const ids = (prepare('SELECT id FROM collections').all() as [string][])
    .map(([id]) => id)
    .filter((id) => isVisible(id, visibility) && (wanted === null || wanted.has(id)));
  const known = new Map<string, { types: Set<PropertyType>; count: number }>();
  for (const id of ids)
    for (const [name, types, count] of prepare(ofCollection).all(id) as [string, string, number][]) {
      const one = known.get(name) ?? { types: new Set(), count: 0 };
      for (const type of JSON.parse(types) as PropertyType[]) one.types.add(type);
      one.count += count;
      known.set(name, one);
    }
  return [...known].map(([name, { types, count }]) => ({ name, types, count }));
}
