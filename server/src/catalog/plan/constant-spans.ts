import { constantOf } from '../evaluate/compile-scalar.ts';
import { filterFunctions } from '../evaluate/functions.ts';
import { type Scalar, instantOf } from '../evaluate/scalars.ts';
import type { Expression } from '../filter.ts';
import type { Side } from './atoms.ts';
import { type KeySpan, keySpanOf, timestampKey } from './moment-keys.ts';

/** The value of an expression without properties; null when it has some, or is worth nothing. */
export const constantScalar = (node: Expression): Scalar => constantOf(node, filterFunctions) ?? null;

/** The time that a comparison with a timestamp takes a constant for; null when it takes it for none. */
export function comparedSpan(value: Scalar): KeySpan | null {
  if (typeof value === 'object') return value && keySpanOf(value);
  const key = typeof value === 'string' ? timestampKey(value) : null;
  return key === null ? null : { low: key, high: key };
}

/** The time that a temporal relation takes a constant for; null when it takes it for none. */
export function orderedSpan(side: Side): KeySpan | null {
  const instant = side.kind === 'instant' ? side.value : instantOf(constantScalar(side));
  return instant && keySpanOf(instant);
}
