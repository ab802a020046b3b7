/** Names an item in addresses and on the map. */
export type ItemKey = string;

export type NamedItem = { readonly collection: string; readonly id: string };

export const keyOf = ({ collection, id }: NamedItem): ItemKey =>
  `${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;

/** Null for a text that names no item. */
export function readKey(key: ItemKey): NamedItem | null {
  const parts = key.split('/');
  if (parts.length !== 2 || parts.includes('')) return null;
  try {
    return { collection: decodeURIComponent(parts[0]!), id: decodeURIComponent(parts[1]!) };
  } catch {
    return null;
  }
}

/** Where the service keeps it. */
export const itemPath = ({ collection, id }: NamedItem): string =>
  `/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(id)}`;
