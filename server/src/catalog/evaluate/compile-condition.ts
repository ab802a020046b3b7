import { holds } from '../../geometry/relations.ts';
import type { Expression, Filter } from '../filter.ts';
import { arraysRelate } from './array-relations.ts';
import { compileIn } from './compile-in.ts';
import { type Functions, type Getter, constantOf, compileScalar } from './compile-scalar.ts';
import { compileGeometry } from './compile-geometry.ts';
import { geometryMakers } from './geometry-makers.ts';
import { compileArray, compileSpan } from './compile-operands.ts';
import { propertyReader } from './item-property.ts';
import { likeMatcher } from './match-like.ts';
import { type Scalar, compareScalars, holdsFor } from './scalars.ts';
import { timeRelations } from './time-relations.ts';

type Verdict = boolean | null;
type Condition = Getter<Verdict>;

/** A closure for each node, made once, so that a scan walks no tree. */
export function compileCondition(filter: Filter, functions: Functions): Condition {
  switch (filter.kind) {
    case 'and':
      return junction(
        filter.args.map((arg) => compileCondition(arg, functions)),
        false,
      );
    case 'or':
      return junction(
        filter.args.map((arg) => compileCondition(arg, functions)),
        true,
      );
    case 'not':
      return negation(compileCondition(filter.arg, functions));
    case 'compare':
      return comparison(filter, functions);
    case 'like':
      return compileLike(filter, functions);
    case 'between':
      return compileBetween(filter, functions);
    case 'in':
      return compileIn(filter, functions);
    case 'isNull':
      return compileIsNull(filter.value, functions);
    case 'spatial':
    case 'temporal':
    case 'arrays':
      return compileRelation(filter, functions);
    default: {
      const value = compileScalar(filter, functions);
      return (item) => asVerdict(value(item));
    }
  }
}

const asVerdict = (value: Scalar): Verdict => (typeof value === 'boolean' ? value : null);

function negation(condition: Condition): Condition {
  return (item) => {
    const verdict = condition(item);
    return verdict === null ? null : !verdict;
  };
}

/** One verdict decides (false for AND, true for OR); without it, one unknown makes all unknown. */
function junction(conditions: readonly Condition[], decisive: boolean): Condition {
  return (item) => {
    let verdict: Verdict = !decisive;
    for (const condition of conditions) {
      const one = condition(item);
      if (one === decisive) return decisive;
      if (one === null) verdict = null;
    }
    return verdict;
  };
}

function comparison({ op, left, right }: Extract<Filter, { kind: 'compare' }>, functions: Functions): Condition {
  const a = compileScalar(left, functions);
  const b = compileScalar(right, functions);
  const holdsOp = holdsFor[op];
  return (item) => {
    const order = compareScalars(a(item), b(item));
    return order === null ? null : holdsOp(order);
  };
}

function compileBetween({ value, low, high }: Extract<Filter, { kind: 'between' }>, functions: Functions): Condition {
  return junction(
    [
      comparison({ kind: 'compare', op: '>=', left: value, right: low }, functions),
      comparison({ kind: 'compare', op: '<=', left: value, right: high }, functions),
    ],
    false,
  );
}

/** The grammar has only literal patterns, so the matcher is made here, once. */
function compileLike({ value, pattern }: Extract<Filter, { kind: 'like' }>, functions: Functions): Condition {
  const text = compileScalar(value, functions);
  const constant = constantOf(pattern, functions);
  if (typeof constant !== 'string') return () => null;
  const matches = likeMatcher(constant);
  return (item) => {
    const one = text(item);
    return typeof one === 'string' ? matches(one) : null;
  };
}

/** A property is null only when absent or null: an object or an array is a value. */
function compileIsNull(value: Expression, functions: Functions): Condition {
  if (value.kind === 'property') {
    const read = propertyReader(value.name);
    return (item) => (read(item) ?? null) === null;
  }
  const get = compileAny(value, functions);
  return (item) => get(item) === null;
}

function compileAny(value: Expression, functions: Functions): Getter<unknown> {
  switch (value.kind) {
    case 'geometry':
    case 'bbox':
      return () => value.kind;
    case 'interval':
      return compileSpan(value, functions);
    case 'list':
      return () => value.kind;
    case 'call':
      return geometryMakers.has(value.name.toLowerCase()) ? compileGeometry(value) : compileScalar(value, functions);
    default:
      return compileValue(value, functions);
  }
}

function compileValue(node: Expression, functions: Functions): Getter<Scalar> {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'compare':
    case 'like':
    case 'between':
    case 'in':
    case 'isNull':
    case 'spatial':
    case 'temporal':
    case 'arrays':
      return compileCondition(node, functions);
    default:
      return compileScalar(node, functions);
  }
}

function compileRelation(
  filter: Extract<Filter, { kind: 'spatial' | 'temporal' | 'arrays' }>,
  functions: Functions,
): Condition {
  const arrayOf = (node: Expression) => compileArray(node, functions, compileValue);
  if (filter.kind === 'spatial')
    return both(compileGeometry(filter.left), compileGeometry(filter.right), (a, b) => holds(filter.op, a, b));
  if (filter.kind === 'arrays')
    return both(arrayOf(filter.left), arrayOf(filter.right), (a, b) => arraysRelate(filter.op, a, b));
  return both(compileSpan(filter.left, functions), compileSpan(filter.right, functions), timeRelations[filter.op]);
}

function both<T>(left: Getter<T | null>, right: Getter<T | null>, test: (a: T, b: T) => Verdict): Condition {
  return (item) => {
    const a = left(item);
    if (a === null) return null;
    const b = right(item);
    return b === null ? null : test(a, b);
  };
}
