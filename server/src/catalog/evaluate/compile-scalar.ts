import type { Call, Expression } from '../filter.ts';
import { FilterError } from '../filter-error.ts';
import { parseInstant } from '../instant.ts';
import { compileGeometryCall } from './compile-geometry.ts';
import { foldAccents, foldCase } from './fold-text.ts';
import type { FilterFunction } from './functions.ts';
import { type FilterableItem, propertyReader } from './item-property.ts';
import { type Scalar, calculate, scalarOf } from './scalars.ts';

export type Functions = ReadonlyMap<string, FilterFunction>;
export type Getter<T> = (item: FilterableItem) => T;

/** Null for whatever is no scalar. */
export function compileScalar(node: Expression, functions: Functions): Getter<Scalar> {
  if (isConstant(node)) {
    const value = scalarGetter(node, functions)({});
    return () => value;
  }
  return scalarGetter(node, functions);
}

/** The value of an expression without properties, else undefined. */
export const constantOf = (node: Expression, functions: Functions): Scalar | undefined =>
  isConstant(node) ? compileScalar(node, functions)({}) : undefined;

function isConstant(node: Expression): boolean {
  if (node.kind === 'casei' || node.kind === 'accenti') return isConstant(node.arg);
  if (node.kind === 'arithmetic') return isConstant(node.left) && isConstant(node.right);
  return node.kind === 'literal' || node.kind === 'date' || node.kind === 'timestamp';
}

function scalarGetter(node: Expression, functions: Functions): Getter<Scalar> {
  switch (node.kind) {
    case 'literal':
      return () => node.value;
    case 'date':
    case 'timestamp': {
      const instant = parseInstant(node.value);
      return () => instant;
    }
    case 'property': {
      const read = propertyReader(node.name);
      return (item) => scalarOf(read(item));
    }
    case 'casei':
      return folded(compileScalar(node.arg, functions), foldCase);
    case 'accenti':
      return folded(compileScalar(node.arg, functions), foldAccents);
    case 'arithmetic': {
      const left = compileScalar(node.left, functions);
      const right = compileScalar(node.right, functions);
      return (item) => calculate(node.op, left(item), right(item));
    }
    case 'call':
      return called(node, functions);
    case 'list':
      // An argument of a function may stand in parentheses of its own, which read as a list of one.
      return node.items.length === 1 ? compileScalar(node.items[0]!, functions) : () => null;
    default:
      return () => null;
  }
}

function folded(get: Getter<Scalar>, fold: (text: string) => string): Getter<Scalar> {
  return (item) => {
    const value = get(item);
    return typeof value === 'string' ? fold(value) : null;
  };
}

function called(call: Call, functions: Functions): Getter<Scalar> {
  const ofGeometries = compileGeometryCall(call);
  if (ofGeometries !== null) return ofGeometries;
  const { name, args } = call;
  const apply = functions.get(name.toLowerCase());
  if (apply === undefined) throw new FilterError(`there is no function '${name}'`);
  const getters = args.map((arg) => compileScalar(arg, functions));
  return (item) => {
    const result = apply(getters.map((get) => get(item)));
    return typeof result === 'number' && !Number.isFinite(result) ? null : result;
  };
}
