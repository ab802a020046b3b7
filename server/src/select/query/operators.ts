import { type Comparison, type Operand, comparisonWith } from './compare-values.ts';
import { type FieldRule, isScalar, operandProblem } from './fields.ts';

/** Null: that cannot be said, so nothing is matched by it, nor by its contrary. */
export type Verdict = boolean | null;
export type Test = (value: unknown) => Verdict;

/** A test, or why there can be none. */
export type Leaf = Test | { readonly problem: string };
type Operator = (operand: unknown, rule: FieldRule | null) => Leaf;

const mostElements = 5_000;

const ordered =
  (holds: (order: number) => boolean, isOrder: boolean): Operator =>
  (operand, rule) => {
    const problem = operandProblem(rule, operand) ?? (isOrder && typeof operand === 'boolean' ? noOrder : null);
    return problem === null ? decided(comparisonWith(operand as Operand), holds) : { problem };
  };

const noOrder = 'true and false have no order';

const decided =
  (compare: Comparison, holds: (order: number) => boolean): Test =>
  (value) => {
    const order = compare(value);
    return order === null ? null : holds(order);
  };

/** Operands outside of the field's range equal nothing; the others still count. */
const oneOf =
  (isIn: boolean): Operator =>
  (operand, rule) => {
    const list = asList(operand);
    if ('problem' in list) return list;
    const problems = list.elements.map((element) => operandProblem(rule, element));
    if (problems.length > 0 && problems.every((problem) => problem !== null)) return { problem: problems[0]! };
    const isWhole = problems.every((problem) => problem === null);
    const usable = list.elements.filter((_, i) => problems[i] === null) as readonly Operand[];
    const among = amongst(usable);
    if (isIn) return among;
    // The contrary of what is not wholly known is not known.
    return isWhole ? (value) => negated(among(value)) : { problem: problems.find((problem) => problem !== null)! };
  };

function amongst(operands: readonly Operand[]): Test {
  const same = new Set<unknown>(operands);
  const comparisons = operands.map(comparisonWith);
  return (value) => {
    if (!isScalar(value)) return null;
    if (same.has(value)) return true;
    let verdict: Verdict = false;
    for (const compare of comparisons) {
      const order = compare(value);
      if (order === 0) return true;
      if (order === null) verdict = null;
    }
    return verdict;
  };
}

const asList = (operand: unknown): { readonly elements: readonly unknown[] } | { readonly problem: string } => {
  if (!Array.isArray(operand)) return { problem: 'it needs a list' };
  return operand.length > mostElements
    ? { problem: `its list has more than ${mostElements} elements` }
    : { elements: operand };
};

const between: Operator = (operand, rule) => {
  if (!Array.isArray(operand) || operand.length !== 2) return { problem: 'it needs a list of two' };
  const problem = operandProblem(rule, operand[0]) ?? operandProblem(rule, operand[1]);
  if (problem !== null) return { problem };
  if (typeof operand[0] === 'boolean' || typeof operand[0] !== typeof operand[1])
    return { problem: 'its two ends cannot be compared' };
  const [low, high] = (operand as readonly Operand[]).map(comparisonWith) as [Comparison, Comparison];
  return (value) => {
    const [fromLow, fromHigh] = [low(value), high(value)];
    return fromLow === null || fromHigh === null ? null : fromLow >= 0 && fromHigh <= 0;
  };
};

/** All of the operands are among a list's elements, or within a text. */
const contains =
  (isContained: boolean): Operator =>
  (operand) => {
    const list = asList([operand].flat());
    if ('problem' in list) return list;
    if (!list.elements.every(isScalar)) return { problem: 'it needs texts, numbers, true or false' };
    return (value) => {
      const has = holderOf(value);
      if (has === null) return null;
      return isContained ? list.elements.every(has) : !list.elements.some(has);
    };
  };

function holderOf(value: unknown): ((element: unknown) => boolean) | null {
  if (Array.isArray(value)) return (element) => value.includes(element);
  return typeof value === 'string' ? (element) => typeof element === 'string' && value.includes(element) : null;
}

export const negated = (verdict: Verdict): Verdict => (verdict === null ? null : !verdict);

const isOther = ordered((order) => order !== 0, false);

/** Operators of one value; those of several tests are `or`, `and` and `not`. */
export const operators: Readonly<Record<string, Operator>> = {
  eq: ordered((order) => order === 0, false),
  neq: isOther,
  // The spelling of a public client's command line.
  ne: isOther,
  lt: ordered((order) => order < 0, true),
  lte: ordered((order) => order <= 0, true),
  gt: ordered((order) => order > 0, true),
  gte: ordered((order) => order >= 0, true),
  in: oneOf(true),
  'not-in': oneOf(false),
  between,
  contains: contains(true),
  'not-contains': contains(false),
};
