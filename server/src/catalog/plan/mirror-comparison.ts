import type { ComparisonOp } from '../filter.ts';

/** What holds of an order when the operator does not. */
export const opposite: Readonly<Record<ComparisonOp, ComparisonOp>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The same comparison read from the right. */
export const mirrored: Readonly<Record<ComparisonOp, ComparisonOp>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};
