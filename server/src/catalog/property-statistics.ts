import { compareCodePoints, looksLikeTimestamp } from './evaluate/scalars.ts';
import type { JsonObject } from './refuse.ts';
import { type TimeKey, readTime } from './time-key.ts';

export type PropertyType = 'string' | 'timestamp' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
export type StatisticsBound = number | string;
export type StatisticsValue = string | number | boolean;

/** What is known of one property: enough to declare it as a queryable. */
export type PropertyStatistics = {
  readonly count: number;
  readonly types: readonly PropertyType[];
  /** The distinct scalars, in order; null when there are too many to name. */
  readonly values: readonly StatisticsValue[] | null;
  /** Of numbers as they are, of timestamps as time keys; null where there are none or both. */
  readonly least: StatisticsBound | null;
  readonly greatest: StatisticsBound | null;
};

export type CollectionStatistics = {
  readonly collection: string;
  readonly items: number;
  readonly properties: ReadonlyMap<string, PropertyStatistics>;
};

export type PropertyMap = ReadonlyMap<string, PropertyStatistics>;

/** What is known of all collections that a caller may see. */
export type CatalogOverview = {
  /** In order; null where there are too many to name. */
  readonly collections: readonly string[] | null;
  readonly properties: PropertyMap;
};

export const mostValues = 100;
/** A longer text is none to choose from: with one, the values of its property are as good as too many. */
const longestValue = 200;
/** Of a collection, and of all together: items that each have names of their own must not make what is known endless. */
export const mostProperties = 10_000;

/** What one item's properties say; nulls say nothing. */
export function statisticsOf(properties: JsonObject): PropertyMap {
  const known = Object.entries(properties).filter(([, value]) => saysSomething(value));
  return new Map(known.map(([name, value]) => [name, ofValue(value)]));
}

/** A number beyond what numbers can hold is null in the stored bytes. */
export const saysSomething = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'number' || Number.isFinite(value));

function ofValue(value: unknown): PropertyStatistics {
  const { type, bound } = kindOf(value);
  return { count: 1, types: [type], values: valuesOf(value), least: bound, greatest: bound };
}

function valuesOf(value: unknown): PropertyStatistics['values'] {
  if (!isScalar(value)) return [];
  return isTooLong(value) ? null : [value];
}

export const isTooLong = (value: StatisticsValue): boolean => typeof value === 'string' && value.length > longestValue;

export const isScalar = (value: unknown): value is StatisticsValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A value's type and its place between the bounds, if it has one. */
export function kindOf(value: unknown): { readonly type: PropertyType; readonly bound: StatisticsBound | null } {
  if (typeof value === 'string') {
    const bound = timeOf(value);
    return { type: bound === null ? 'string' : 'timestamp', bound };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number', bound: value + 0 };
  if (typeof value === 'boolean') return { type: 'boolean', bound: null };
  return { type: Array.isArray(value) ? 'array' : 'object', bound: null };
}

const timeOf = (text: string): TimeKey | null => (looksLikeTimestamp(text) ? readTime(text) : null);

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
  const isMixed = areMixed(new Set(types));
  return {
    count: a.count + b.count,
    types,
    values: mergeValues(a.values, b.values),
    least: isMixed ? null : pick(a.least, b.least, (x, y) => x < y),
    greatest: isMixed ? null : pick(a.greatest, b.greatest, (x, y) => x > y),
  };
}

/** Numbers and timestamps have no order among each other. */
export const areMixed = (types: ReadonlySet<PropertyType>): boolean =>
  types.has('timestamp') && (types.has('integer') || types.has('number'));

function pick(
  a: StatisticsBound | null,
  b: StatisticsBound | null,
  isBetter: (a: StatisticsBound, b: StatisticsBound) => boolean,
): StatisticsBound | null {
  if (a === null || b === null) return a ?? b;
  return isBetter(a, b) ? a : b;
}

function mergeValues(a: PropertyStatistics['values'], b: PropertyStatistics['values']): PropertyStatistics['values'] {
  if (a === null || b === null) return null;
  if (b.every((value) => a.includes(value))) return a;
  const values = [...new Set([...a, ...b])].sort(compareStatisticsValues);
  return values.length > mostValues ? null : values;
}

export const compareStatisticsValues = (x: StatisticsValue, y: StatisticsValue): number =>
  compareCodePoints(sortable(x), sortable(y)) || Number(x) - Number(y);

const sortable = (value: StatisticsValue): string => (typeof value === 'number' ? '' : `${typeof value} ${value}`);
