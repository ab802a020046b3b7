import type { PropertyStatistics, StatisticsBound, StatisticsValue } from '../property-statistics.ts';
import { type JsonObject, isObject } from '../refuse.ts';
import { timeKeyText } from '../time-key.ts';

/** What is said of a property in a collection's `summaries`: its values, or the least and the greatest. */
export type Summary =
  | readonly StatisticsValue[]
  | { readonly minimum: number | string; readonly maximum: number | string };

/** More numbers or moments than these are a range. */
const mostInOrder = 10;

/** Null where values are too many to name and have no order. Numbers keep their range beside a value of another type. */
export function summaryOf({ types, values, least, greatest }: PropertyStatistics): Summary | null {
  const isRange = least !== null && greatest !== null && (values === null || values.length > mostInOrder);
  const isOrdered = types.every((type) => type === 'timestamp') || types.every(isNumeric);
  if (isRange && (isOrdered || (types.some(isNumeric) && least < greatest)))
    return { minimum: textOf(least), maximum: textOf(greatest) };
  return values === null || values.length === 0 ? null : values;
}

const isNumeric = (type: string): boolean => type === 'integer' || type === 'number';

const textOf = (bound: StatisticsBound): number | string => (typeof bound === 'number' ? bound : timeKeyText(bound));

/** What the owner wrote, with what it lacks; schemas, and lists of what turned out to be many, stay as they are. */
export function joinSummaries(own: unknown, items: Summary): unknown {
  if (own === undefined || own === null) return items;
  if (Array.isArray(own)) return Array.isArray(items) ? withMissing(own, items) : own;
  return isObject(own) ? widened(own, items) : own;
}

function withMissing(own: readonly unknown[], items: readonly unknown[]): readonly unknown[] {
  const missing = items.filter((value) => !own.includes(value));
  return missing.length === 0 ? own : [...own, ...missing];
}

function widened(own: JsonObject, items: Summary): JsonObject {
  const { minimum, maximum } = own;
  const ends = isRange(items) ? ([items.minimum, items.maximum] as const) : endsOf(items);
  const [least, greatest] = ends as readonly [least?: string, greatest?: string];
  if (!areComparable(minimum, least) || !areComparable(maximum, greatest)) return own;
  const [isLower, isHigher] = [least! < (minimum as string), greatest! > (maximum as string)];
  if (!isLower && !isHigher) return own;
  return { ...own, minimum: isLower ? least : minimum, maximum: isHigher ? greatest : maximum };
}

const isRange = (summary: Summary): summary is Exclude<Summary, readonly unknown[]> => !Array.isArray(summary);

function endsOf(values: readonly StatisticsValue[]): readonly [least?: number, greatest?: number] {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [];
}

/** Numbers with numbers; moments as texts of one spelling alone. */
const areComparable = (a: unknown, b: unknown): boolean =>
  (typeof a === 'number' && typeof b === 'number') || (isMoment(a) && isMoment(b));

const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
