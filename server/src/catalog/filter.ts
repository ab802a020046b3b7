import type { Geometry } from '../geometry/geojson.ts';
import { type Relation, relationNames } from '../geometry/relation.ts';

/** What a filter says of one item: every query language is read into this tree, every store is compiled from it. */
export type Filter =
  | { readonly kind: 'and'; readonly args: readonly Filter[] }
  | { readonly kind: 'or'; readonly args: readonly Filter[] }
  | { readonly kind: 'not'; readonly arg: Filter }
  | { readonly kind: 'compare'; readonly op: ComparisonOp; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'like'; readonly value: Expression; readonly pattern: Expression }
  | { readonly kind: 'between'; readonly value: Expression; readonly low: Expression; readonly high: Expression }
  | { readonly kind: 'in'; readonly value: Expression; readonly list: readonly Expression[] }
  | { readonly kind: 'isNull'; readonly value: Expression }
  | { readonly kind: 'spatial'; readonly op: Relation; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'temporal'; readonly op: TemporalOp; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'arrays'; readonly op: ArrayOp; readonly left: Expression; readonly right: Expression }
  | Call
  | Literal<boolean>;

export const propertyIs = (name: string, value: string): Filter => ({
  kind: 'compare',
  op: '=',
  left: { kind: 'property', name },
  right: { kind: 'literal', value },
});

/** A value inside a filter; where the standard allows a boolean expression as a value, it is a `Filter`. */
export type Expression =
  | Literal<string | number | boolean>
  | { readonly kind: 'property'; readonly name: string }
  | InstantLiteral
  | { readonly kind: 'interval'; readonly start: IntervalEnd; readonly end: IntervalEnd }
  | { readonly kind: 'geometry'; readonly value: Geometry }
  /** Four or six numbers; west > east crosses the antimeridian. */
  | { readonly kind: 'bbox'; readonly value: readonly number[] }
  | { readonly kind: 'arithmetic'; readonly op: ArithmeticOp; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'casei'; readonly arg: Expression }
  | { readonly kind: 'accenti'; readonly arg: Expression }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | Filter;

export type Literal<T> = { readonly kind: 'literal'; readonly value: T };
export type Call = { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

/** `date` as `YYYY-MM-DD`, `timestamp` in UTC with `Z` and no trailing zeros in the fraction. */
export type InstantLiteral =
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'timestamp'; readonly value: string };

export type IntervalEnd =
  | InstantLiteral
  | { readonly kind: 'open' }
  | { readonly kind: 'property'; readonly name: string }
  | Call;

export const comparisonOps = ['=', '<>', '<', '>', '<=', '>='] as const;
export type ComparisonOp = (typeof comparisonOps)[number];

export const arithmeticOps = ['+', '-', '*', '/', '^', '%', 'div'] as const;
export type ArithmeticOp = (typeof arithmeticOps)[number];

export const spatialOps = relationNames;

/** Spelled as in CQL2-JSON, without the `t_`. */
export const temporalOps = [
  'after',
  'before',
  'contains',
  'disjoint',
  'during',
  'equals',
  'finishedBy',
  'finishes',
  'intersects',
  'meets',
  'metBy',
  'overlappedBy',
  'overlaps',
  'startedBy',
  'starts',
] as const;
export type TemporalOp = (typeof temporalOps)[number];

/** The relations that the standard defines for instants too; the others are for intervals. */
export const instantOps: ReadonlySet<TemporalOp> = new Set(['after', 'before', 'disjoint', 'equals', 'intersects']);

/** Spelled as in CQL2-JSON, without the `a_`. */
export const arrayOps = ['equals', 'contains', 'containedBy', 'overlaps'] as const;
export type ArrayOp = (typeof arrayOps)[number];

export const isInstantLiteral = (node: Expression): node is InstantLiteral =>
  node.kind === 'date' || node.kind === 'timestamp';

/** The nodes right below a node. */
export function childrenOf(node: Expression | IntervalEnd): readonly (Expression | IntervalEnd)[] {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'call':
      return node.args;
    case 'not':
    case 'casei':
    case 'accenti':
      return [node.arg];
    case 'compare':
    case 'spatial':
    case 'temporal':
    case 'arrays':
    case 'arithmetic':
      return [node.left, node.right];
    case 'like':
      return [node.value, node.pattern];
    case 'between':
      return [node.value, node.low, node.high];
    case 'in':
      return [node.value, ...node.list];
    case 'isNull':
      return [node.value];
    case 'interval':
      return [node.start, node.end];
    case 'list':
      return node.items;
    default:
      return [];
  }
}
