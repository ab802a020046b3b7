import type { StoredItem } from '../../../catalog/ports.ts';

/** The address of an item's tiles, for whoever fills in z, x and y. */
export function tilesTemplate(
  apiUrl: string,
  { collection, id }: Pick<StoredItem, 'collection' | 'id'>,
  parameters: readonly (readonly [string, string | null])[],
): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters) if (value !== null) query.set(name, value);
  const home = `${apiUrl}/streaming/v1/tiles/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
  return `${home}/{z}/{x}/{y}.png${query.size === 0 ? '' : `?${query.toString()}`}`;
}
