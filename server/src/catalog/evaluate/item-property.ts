/** What the evaluator reads of an item, which may be any GeoJSON feature. */
export type FilterableItem = {
  readonly id?: unknown;
  readonly collection?: unknown;
  readonly geometry?: unknown;
  readonly bbox?: unknown;
  readonly properties?: unknown;
};

export type PropertyReader = (item: FilterableItem) => unknown;

const topLevel: Readonly<Record<string, PropertyReader | undefined>> = {
  __proto__: null as never,
  id: ({ id }) => id,
  collection: ({ collection }) => collection,
  geometry: ({ geometry }) => geometry,
  bbox: ({ bbox }) => bbox,
};

/** Reads a property by its name: a member of that very name, else the name taken as a path; undefined when absent. */
export function propertyReader(name: string): PropertyReader {
  const top = topLevel[name];
  if (top !== undefined) return top;
  const path = name.split('.');
  const isBelowProperties = path[0] === 'properties' && path.length > 1;
  const inner = isBelowProperties ? propertyReader(name.slice('properties.'.length)) : null;
  return (item) => {
    const { properties } = item;
    if (typeof properties !== 'object' || properties === null) return fallback(name, item);
    if (Object.hasOwn(properties, name)) return (properties as Record<string, unknown>)[name];
    if (path.length > 1) return followed(properties, path) ?? inner?.(item);
    return fallback(name, item);
  };
}

/** `geom` is what the standard's own data call the geometry. */
const fallback = (name: string, item: FilterableItem): unknown => (name === 'geom' ? item.geometry : undefined);

function followed(from: object, path: readonly string[]): unknown {
  let value: unknown = from;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
