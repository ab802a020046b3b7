import { compareCodePoints } from '../../catalog/evaluate/scalars.ts';
import { type Instant, compareInstants, parseInstant } from '../../catalog/instant.ts';

export type Operand = string | number | boolean;

/** Below, equal or above 0 for a value and the operand; null where they cannot be compared. */
export type Comparison = (value: unknown) => number | null;

/** Numbers by size; moments by time, days whole; other texts by code point. */
export function comparisonWith(operand: Operand): Comparison {
  if (typeof operand === 'number') return (value) => (typeof value === 'number' ? value - operand : null);
  if (typeof operand === 'boolean')
    return (value) => (typeof value === 'boolean' ? Number(value) - Number(operand) : null);
  const instant = parseInstant(operand);
  return (value) => {
    if (typeof value !== 'string') return null;
    const other: Instant | null = instant && parseInstant(value);
    return instant === null || other === null ? compareCodePoints(value, operand) : compareInstants(other, instant);
  };
}

/** Whether equal means the same text, which indexes know too. */
export const isPlain = (operand: unknown): boolean => typeof operand === 'string' && parseInstant(operand) === null;
