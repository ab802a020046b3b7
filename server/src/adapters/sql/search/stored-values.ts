import { boundNumber, boundText, isBoundAsItIs, isTextBoundAsItIs } from '../../../catalog/plan/bound-value.ts';

/** Whether rows, and parameters of statements, hold the value as it is. */
export function isStored(value: string | number | null): boolean {
  if (typeof value === 'string') return isTextBoundAsItIs(value);
  return value === null || isBoundAsItIs(value);
}

/** As it is to be bound; others may become the same, so that what is found by it must be looked at. */
export const storedValue = (value: string | number): string | number =>
  typeof value === 'number' ? boundNumber(value) : boundText(value);
