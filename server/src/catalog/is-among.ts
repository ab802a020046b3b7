import type { Expression, Filter } from './filter.ts';

/** A property has one of these values. */
export const isAmong = (name: string, values: readonly string[]): Filter => ({
  kind: 'in',
  value: { kind: 'property', name },
  list: values.map((value): Expression => ({ kind: 'literal', value })),
});
