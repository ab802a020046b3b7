import { calculate } from '../../evaluate/scalars.ts';
import type { ArithmeticOp, ComparisonOp, Expression, Filter } from '../../filter.ts';
import { isCondition } from '../operand-rules.ts';
import { aligned, literalAs, typeWords } from './coerce.ts';
import { type Operand, computedOperand, isNumeric, literalOperand } from './operand.ts';

export const not = (arg: Filter): Filter => ({ kind: 'not', arg });

export const constantly = (value: boolean): Filter => ({ kind: 'literal', value });

/** `isCaseless`: texts are the same in upper and lower case. */
export function compare(op: ComparisonOp, left: Operand, right: Operand, isCaseless = false): Filter {
  const test = truthTest(op, left, right) ?? truthTest(op, right, left);
  if (test !== null) return test;
  const [a, b] = aligned([left, right]);
  const isText = left.type === 'string' && right.type === 'string';
  const folded = (arg: Expression): Expression => (isCaseless && isText ? { kind: 'casei', arg } : arg);
  return { kind: 'compare', op, left: folded(a!), right: folded(b!) };
}

/** `strStartsWith(a, 'x') = true`: what is a condition already is compared with true or false alone. */
function truthTest(op: ComparisonOp, { type, node, literal, words, fail }: Operand, other: Operand): Filter | null {
  if (type !== 'boolean' || literal !== null || !isCondition(node)) return null;
  const truth = literalAs(other, 'boolean');
  const isEqual = op === '=';
  if (truth?.kind !== 'literal' || other.literal === null || (!isEqual && op !== '<>'))
    return fail(`${words} can be compared only with true and false, by = and <>`, 'unfitOperand');
  return (truth.value === true) === isEqual ? node : not(node);
}

export function between(value: Operand, low: Operand, high: Operand): Filter {
  const [a, b, c] = aligned([value, low, high]);
  return { kind: 'between', value: a!, low: b!, high: c! };
}

export function among(value: Operand, list: readonly Operand[]): Filter {
  const [first, ...rest] = aligned([value, ...list]);
  return { kind: 'in', value: first!, list: rest };
}

/** The pattern with `%`, `_` and `\`. */
export function like(value: Operand, pattern: string, isCaseless: boolean): Filter {
  if (value.type !== 'string' && value.type !== 'dateTime')
    value.fail(`${value.words} is ${typeWords(value.type)}, not a text`, 'unfitOperand');
  const literal: Expression = { kind: 'literal', value: pattern };
  if (!isCaseless) return { kind: 'like', value: value.node, pattern: literal };
  return { kind: 'like', value: { kind: 'casei', arg: value.node }, pattern: { kind: 'casei', arg: literal } };
}

export const isNull = ({ stored }: Operand): Filter => ({ kind: 'isNull', value: stored });

/** Two numbers that are written out are calculated at once, so that what is compared with them can use an index. */
export function calculated(op: ArithmeticOp, left: Operand, right: Operand): Operand {
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a.kind === 'literal' && b.kind === 'literal') {
    const value = calculate(op, a.value, b.value);
    if (value === null) return left.fail(`${left.words} ${op} ${right.words} is no number`);
    return literalOperand({ kind: 'number', text: String(value), value: value + 0 }, left.fail);
  }
  return computedOperand({ kind: 'arithmetic', op, left: a, right: b }, 'number', 'the calculation', left.fail);
}

export function asNumber(operand: Operand): Expression {
  const node = operand.literal === null && !isNumeric(operand.type) ? null : literalAs(operand, 'number');
  return node ?? operand.fail(`${operand.words} is not a number`, 'unfitOperand');
}

/** A condition that stands for itself: a function that is true or false. */
export function asCondition({ type, node, words, literal, fail }: Operand): Filter {
  if (type === 'boolean' && literal === null && isCondition(node)) return node;
  return fail(`expected a condition but found ${words} alone`);
}
