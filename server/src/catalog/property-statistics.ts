import { compareCodePoints } from './evaluate/scalars.ts';
import type { JsonObject } from './refuse.ts';
import { readTime } from './time-key.ts';

export type PropertyType = 'string' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
type Bound = number | string;

/** What is known of one property: enough to declare it as a queryable. */
export type PropertyStatistics = {
  readonly count: number;
  readonly types: readonly PropertyType[];
  /** The distinct scalars, in order; null when there are too many to name. */
  readonly values: readonly (string | number | boolean)[] | null;
  /** Of numbers as they are, of timestamps as time keys; null where there are none or both. */
  readonly least: Bound | null;
  readonly greatest: Bound | null;
};

export type CollectionStatistics = {
  readonly collection: string;
  readonly items: number;
  readonly properties: ReadonlyMap<string, PropertyStatistics>;
};

export type PropertyMap = ReadonlyMap<string, PropertyStatistics>;

export const mostValues = 100;

/** What one item's properties say; nulls say nothing. */
export function statisticsOf(properties: JsonObject): PropertyMap {
  const known = Object.entries(properties).filter(([, value]) => value !== null);
  return new Map(known.map(([name, value]) => [name, ofValue(value)]));
}

function ofValue(value: unknown): PropertyStatistics {
  const type = typeOf(value);
  const time = type === 'timestamp' ? readTime(value as string) : null;
  const bound = typeof value === 'number' ? value : time;
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { count: 1, types: [type], values: isScalar ? [value] : [], least: bound, greatest: bound };
}

function typeOf(value: unknown): PropertyType {
  if (typeof value === 'string') return readTime(value) === null ? 'string' : 'timestamp';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return Array.isArray(value) ? 'array' : 'object';
}

/** Over items, or over the collections that a caller may see: the order of merging does not matter. */
export function mergeStatistics(parts: Iterable<PropertyMap>): PropertyMap {
  const merged = new Map<string, PropertyStatistics>();
  for (const part of parts)
    for (const [name, more] of part) {
      const known = merged.get(name);
      merged.set(name, known === undefined ? more : mergeProperty(known, more));
    }
  return new Map([...merged].sort(([a], [b]) => compareCodePoints(a, b)));
}

function mergeProperty(a: PropertyStatistics, b: PropertyStatistics): PropertyStatistics {
  const types = [...new Set([...a.types, ...b.types])].sort();
  const isMixed = types.includes('timestamp') && types.some((type) => type === 'integer' || type === 'number');
  return {
    count: a.count + b.count,
    types,
    values: mergeValues(a.values, b.values),
    least: isMixed ? null : pick(a.least, b.least, (x, y) => x < y),
    greatest: isMixed ? null : pick(a.greatest, b.greatest, (x, y) => x > y),
  };
}

function pick(a: Bound | null, b: Bound | null, isBetter: (a: Bound, b: Bound) => boolean): Bound | null {
  if (a === null || b === null) return a ?? b;
  return isBetter(a, b) ? a : b;
}

function mergeValues(a: PropertyStatistics['values'], b: PropertyStatistics['values']): PropertyStatistics['values'] {
  if (a === null || b === null) return null;
  if (b.every((value) => a.includes(value))) return a;
  const values = [...new Set([...a, ...b])].sort(
    (x, y) => compareCodePoints(sortable(x), sortable(y)) || Number(x) - Number(y),
  );
  return values.length > mostValues ? null : values;
}

const sortable = (value: string | number | boolean): string =>
  typeof value === 'number' ? '' : `${typeof value} ${value}`;
