import { boundNumber, isBoundAsItIs } from '../../../catalog/plan/bound-number.ts';

/** Texts that rows hold as others: the driver ends them at NUL, and half a character becomes the replacement of one. */
const changing = /[\0\p{Surrogate}]/u;

/** Whether rows, and parameters of statements, hold the value as it is. */
export function isStored(value: string | number | null): boolean {
  if (typeof value === 'string') return !changing.test(value);
  return value === null || isBoundAsItIs(value);
}

/** As it is to be bound; others may become the same, so that what is found by it must be looked at. */
export function storedValue(value: string | number): string | number {
  if (typeof value === 'number') return boundNumber(value);
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
