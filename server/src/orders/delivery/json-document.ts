/** A document as it lies in the bucket: indented, for people look at it, with a line's end. */
export const jsonBytes = (document: object): Uint8Array =>
  Buffer.from(`${JSON.stringify(document, null, 2)}\n`, 'utf8');

/** The value with the members of its objects by name: stores may give them back in another order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

export const jsonType = 'application/json';
export const geoJsonType = 'application/geo+json';
