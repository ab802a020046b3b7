import { itemMembers } from '../../catalog/item-members.ts';

/** Properties that are times. */
export const timeNames: ReadonlySet<string> = new Set([
  'datetime',
  'start_datetime',
  'end_datetime',
  'created',
  'updated',
  'published',
  'unpublished',
  'expires',
]);

/** A member of properties and of assets that the format has as well-known binary, as it has the geometry. */
export const outlineName = 'proj:geometry';

/** The column with JSON of what no other column can take. */
export const restColumn = 'swath:rest';

/** The key of the file's metadata that says how to give items back as they were. */
export const ownKey = 'swath';
export const stacKey = 'stac-geoparquet';
export const geoKey = 'geo';

/** Properties with such names have no column. */
export const isReserved = (name: string): boolean =>
  itemMembers.has(name) || name === restColumn || name === 'properties';
