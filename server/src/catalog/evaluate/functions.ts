import type { Scalar } from './scalars.ts';

/** A function of scalars; null for arguments that it cannot take. */
export type FilterFunction = (args: readonly Scalar[]) => Scalar;

const ofNumber =
  (calculate: (x: number) => number): FilterFunction =>
  ([x, ...more]) =>
    typeof x === 'number' && more.length === 0 ? calculate(x) : null;

const ofText =
  (change: (text: string) => Scalar): FilterFunction =>
  ([text, ...more]) =>
    typeof text === 'string' && more.length === 0 ? change(text) : null;

/** The functions that filters may call, by their name in lower case. */
export const filterFunctions: ReadonlyMap<string, FilterFunction> = new Map([
  ['abs', ofNumber(Math.abs)],
  ['ceil', ofNumber(Math.ceil)],
  ['floor', ofNumber(Math.floor)],
  ['round', ofNumber((x) => Math.sign(x) * Math.round(Math.abs(x)) + 0)],
  ['lower', ofText((text) => text.toLowerCase())],
  ['upper', ofText((text) => text.toUpperCase())],
  ['length', ofText((text) => [...text].length)],
]);

export const functionNames: ReadonlySet<string> = new Set(filterFunctions.keys());
