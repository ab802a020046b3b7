import type { ArrayOp } from '../filter.ts';
import { type Instant, compareInstants } from '../instant.ts';
import { type Scalar, instantOf, looksLikeTimestamp } from './scalars.ts';

/** An element of an array: a scalar, an array in turn, or any other JSON by its text. */
export type Element = { readonly scalar: Scalar } | { readonly items: readonly Element[] } | { readonly json: string };

/** A member of an item as an element. */
export function elementOf(raw: unknown): Element {
  if (Array.isArray(raw)) return { items: raw.map(elementOf) };
  if (typeof raw === 'object' && raw !== null) return { json: sortedJson(raw) };
  return { scalar: typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? raw : null };
}

/** The same text for the same JSON, whatever the order of its members. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Arrays are sets: neither order nor repetition counts. */
export function arraysRelate(op: ArrayOp, a: readonly Element[], b: readonly Element[]): boolean {
  switch (op) {
    case 'contains':
      return isSubset(b, a);
    case 'containedBy':
      return isSubset(a, b);
    case 'equals':
      return isSubset(a, b) && isSubset(b, a);
    case 'overlaps':
      return a.some(memberTest(b));
  }
}

const isSubset = (a: readonly Element[], b: readonly Element[]): boolean => a.every(memberTest(b));

/** By key where a key tells all; a date equals every moment of its day, so days are looked at one by one. */
function memberTest(list: readonly Element[]): (element: Element) => boolean {
  const keys = new Set(list.map(keyOf));
  const days = list.flatMap((element) => dayIn(element) ?? []);
  return (element) => {
    if (keys.has(keyOf(element))) return true;
    const instant = 'scalar' in element ? instantOf(element.scalar) : null;
    if (instant === null) return false;
    if (days.some((day) => compareInstants(day, instant) === 0)) return true;
    return instant.granularity === 'day' && 'scalar' in element && typeof element.scalar === 'object'
      ? list.some((other) => isOnDay(other, instant))
      : false;
  };
}

const dayIn = (element: Element): Instant | null =>
  'scalar' in element && typeof element.scalar === 'object' && element.scalar?.granularity === 'day'
    ? element.scalar
    : null;

function isOnDay(element: Element, day: Instant): boolean {
  const instant = 'scalar' in element ? instantOf(element.scalar) : null;
  return instant !== null && compareInstants(instant, day) === 0;
}

function keyOf(element: Element): string {
  if ('json' in element) return `json ${element.json}`;
  if ('items' in element) return `[${[...new Set(element.items.map(keyOf))].sort().join(',')}]`;
  const { scalar } = element;
  const instant = typeof scalar === 'string' && !looksLikeTimestamp(scalar) ? null : instantOf(scalar);
  if (instant !== null) return `${instant.granularity} ${instant.ms} ${instant.nanos}`;
  return JSON.stringify(scalar);
}
