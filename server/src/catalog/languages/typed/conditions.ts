import { calculate } from '../../evaluate/scalars.ts';
import type { ArithmeticOp, ComparisonOp, Expression, Filter } from '../../filter.ts';
import { isCondition } from '../operand-rules.ts';
import { aligned, literalAs, storedPattern, typeWords } from './coerce.ts';
import { casesOperand, ofEachCase } from './cases.ts';
import { type Fail, type Operand, computedOperand, isNumeric, literalOperand } from './operand.ts';

export const not = (arg: Filter): Filter => ({ kind: 'not', arg });

export const constantly = (value: boolean): Filter => ({ kind: 'literal', value });

/** `isCaseless`: texts are the same in upper and lower case. */
export const compare = (op: ComparisonOp, left: Operand, right: Operand, isCaseless = false): Filter =>
  ofEachCase([left, right], ([a, b]) => comparison(op, a!, b!, isCaseless));

function comparison(op: ComparisonOp, left: Operand, right: Operand, isCaseless: boolean): Filter {
  const test = truthTest(op, left, right) ?? truthTest(op, right, left);
  if (test !== null) return test;
  const named = isCaseless ? null : (identityTest(left, [right]) ?? identityTest(right, [left]));
  if (named !== null && (op === '=' || op === '<>')) return op === '=' ? named : not(named);
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

/** The features that are called so; null where it is no id that is compared with texts. */
function identityTest({ identity }: Operand, others: readonly Operand[]): Filter | null {
  if (identity === undefined || others.some(({ literal }) => literal === null)) return null;
  return identity.features(others.map(({ literal }) => literal!.text));
}

export const between = (value: Operand, low: Operand, high: Operand): Filter =>
  ofEachCase([value, low, high], (operands) => {
    const [a, b, c] = aligned(operands);
    return { kind: 'between', value: a!, low: b!, high: c! };
  });

export const among = (value: Operand, list: readonly Operand[]): Filter =>
  ofEachCase([value, ...list], (operands) => {
    const named = identityTest(operands[0]!, operands.slice(1));
    if (named !== null) return named;
    const [first, ...rest] = aligned(operands);
    return { kind: 'in', value: first!, list: rest };
  });

/** The pattern with `%`, `_` and `\`. */
export const like = (value: Operand, pattern: string, isCaseless: boolean): Filter =>
  ofEachCase([value], ([one]) => likeness(one!, pattern, isCaseless));

function likeness(value: Operand, pattern: string, isCaseless: boolean): Filter {
  if (value.type !== 'string' && value.type !== 'dateTime')
    value.fail(`${value.words} is ${typeWords(value.type)}, not a text`, 'unfitOperand');
  const literal: Expression = { kind: 'literal', value: storedPattern(pattern, value) };
  if (!isCaseless) return { kind: 'like', value: value.node, pattern: literal };
  return { kind: 'like', value: { kind: 'casei', arg: value.node }, pattern: { kind: 'casei', arg: literal } };
}

export const isNull = (value: Operand): Filter =>
  ofEachCase([value], ([one]) => ({ kind: 'isNull', value: one!.stored }));

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
export const asCondition = (operand: Operand): Filter =>
  ofEachCase([operand], ([one]) => {
    const { type, literal, words, fail } = one!;
    if (type === 'boolean' && literal === null && isCondition(one!.node)) return one!.node;
    return fail(`expected a condition but found ${words} alone`);
  });

/** `if_then_else(a < 1, b, c)`: the condition may be one, or a value that is true or false. */
export function chosen(when: Operand, then: Operand, otherwise: Operand, words: string, fail: Fail): Operand {
  return casesOperand({ when: truthOf(when, fail), chosen: then, otherwise }, words, fail);
}

function truthOf(when: Operand, fail: Fail): Filter {
  if (when.literal !== null) {
    const truth =
      literalAs(when, 'boolean') ?? when.fail(`${when.words} is not ${typeWords('boolean')}`, 'unfitOperand');
    return constantly(truth.kind === 'literal' && truth.value === true);
  }
  if (when.type === 'boolean' && when.cases === undefined && isCondition(when.node)) return asCondition(when);
  return compare('=', when, literalOperand({ kind: 'boolean', text: 'true', value: true }, fail));
}
