import type { Queryables } from '@swath/client';
import type { Conditions } from './conditions.ts';

/** A property that can be filtered by, as the items have it. */
export type FilterField =
  | { readonly kind: 'range'; readonly name: string; readonly least: number; readonly most: number }
  | { readonly kind: 'among'; readonly name: string; readonly values: readonly (string | boolean)[] }
  | { readonly kind: 'holds'; readonly name: string };

// These have inputs of their own.
const others = new Set(['collection', 'datetime', 'start_datetime', 'end_datetime', 'geometry']);
const mostChecks = 40;

export function filterFields({ properties }: Queryables): readonly FilterField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = others.has(name) ? null : fieldOf(name, schema);
    return field === null ? [] : [field];
  });
}

function fieldOf(name: string, schema: Readonly<Record<string, unknown>>): FilterField | null {
  const { type, format, minimum: least, maximum: most } = schema;
  if (typeof least === 'number' && typeof most === 'number') return { kind: 'range', name, least, most };
  if (type === 'boolean') return { kind: 'among', name, values: [true, false] };
  if (type !== 'string' || format === 'date-time') return null;
  const values = Array.isArray(schema['enum']) ? schema['enum'].filter((each) => typeof each === 'string') : [];
  return values.length > 0 && values.length <= mostChecks ? { kind: 'among', name, values } : { kind: 'holds', name };
}

const first = ['eo:cloud_cover', 'gsd', 'view:off_nadir', 'platform', 'constellation'];

/** What people ask for most, in this order, and the rest by name. */
export function inTwo(fields: readonly FilterField[]): readonly [readonly FilterField[], readonly FilterField[]] {
  const usual = first.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const rest = fields.filter(({ name }) => !first.includes(name));
  return [usual, rest.toSorted((one, other) => (one.name < other.name ? -1 : 1))];
}

/** Conditions that no field shows: the property is not there, or is filtered by in another way. */
export const unshownNames = (conditions: Conditions, fields: readonly FilterField[]): readonly string[] =>
  Object.entries(conditions)
    .filter(([name, { kind }]) => !fields.some((field) => field.name === name && field.kind === kind))
    .map(([name]) => name);
