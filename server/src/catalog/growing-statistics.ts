import { looksLikeTimestamp } from './evaluate/scalars.ts';
import {
  type PropertyStatistics,
  type PropertyType,
  type StatisticsBound,
  type StatisticsValue,
  areMixed,
  compareStatisticsValues,
  isScalar,
  isTooLong,
  kindOf,
  mostValues,
} from './property-statistics.ts';

/** Statistics of a property to which values are added; what a value said stays when the item goes. */
export type GrowingProperty = {
  count: number;
  readonly types: Set<PropertyType>;
  values: Set<StatisticsValue> | null;
  least: StatisticsBound | null;
  greatest: StatisticsBound | null;
};

export const emptyProperty = (): GrowingProperty => ({
  count: 0,
  types: new Set(),
  values: new Set(),
  least: null,
  greatest: null,
});

/** Whether the value would teach nothing: the answer for nearly every value, so it must be cheap. */
export function isKnown(property: GrowingProperty, value: unknown): boolean {
  const { types, values } = property;
  if (!isScalar(value)) return types.has(Array.isArray(value) ? 'array' : 'object');
  if (values !== null) return values.has(value);
  if (typeof value === 'string' && !looksLikeTimestamp(value)) return types.has('string');
  const { type, bound } = kindOf(value);
  return types.has(type) && (bound === null || areMixed(types) || isWithin(property, bound));
}

const isWithin = ({ least, greatest }: GrowingProperty, bound: StatisticsBound): boolean =>
  least !== null && greatest !== null && least <= bound && bound <= greatest;

export function learn(property: GrowingProperty, value: unknown): void {
  const { type, bound } = kindOf(value);
  property.types.add(type);
  if (isScalar(value) && property.values !== null) {
    property.values.add(value);
    if (property.values.size > mostValues || isTooLong(value)) property.values = null;
  }
  if (areMixed(property.types)) property.least = property.greatest = null;
  else if (bound !== null) widen(property, bound);
}

function widen(property: GrowingProperty, bound: StatisticsBound): void {
  if (property.least === null || bound < property.least) property.least = bound;
  if (property.greatest === null || bound > property.greatest) property.greatest = bound;
}

export const toStatistics = ({ count, types, values, least, greatest }: GrowingProperty): PropertyStatistics => ({
  count,
  types: [...types].sort(),
  values: values && [...values].sort(compareStatisticsValues),
  least,
  greatest,
});

export const fromStatistics = ({ count, types, values, least, greatest }: PropertyStatistics): GrowingProperty => ({
  count,
  types: new Set(types),
  values: values && new Set(values),
  least,
  greatest,
});
