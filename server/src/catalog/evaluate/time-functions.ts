import { type Scalar, instantOf } from './scalars.ts';
import { formatInstant } from './time-pattern.ts';

type TimeFunction = (args: readonly Scalar[]) => Scalar;

const unitMs: Readonly<Record<string, number | undefined>> = {
  __proto__: null as never,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** From the second instant to the first, in milliseconds or in the unit `s`, `m`, `h` or `d`. */
export const dateDifference: TimeFunction = ([a = null, b = null, unit = 'ms', ...more]) => {
  const [later, earlier] = [instantOf(a), instantOf(b)];
  const inMs = typeof unit === 'string' ? unitMs[unit.toLowerCase()] : undefined;
  if (later === null || earlier === null || inMs === undefined || more.length > 0) return null;
  return (later.ms - earlier.ms + (later.nanos - earlier.nanos) / 1e6) / inMs;
};

/** An instant in UTC by a pattern as `yyyy-MM-dd HH:mm`. */
export const dateFormat: TimeFunction = ([pattern, value = null, ...more]) => {
  const instant = instantOf(value);
  return typeof pattern === 'string' && instant !== null && more.length === 0 ? formatInstant(pattern, instant) : null;
};
