import type { FilterProblem } from '../../filter-error.ts';
import type { Expression } from '../../filter.ts';
import type { Attribute, AttributeType, Identity } from '../attributes.ts';
import type { Cases } from './cases.ts';

/** Says what is wrong with an operand at the place where it was written. */
export type Fail = (reason: string, problem?: FilterProblem) => never;

/** A literal as it was written: what it means is told by what it is compared with. */
export type WrittenLiteral =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: number }
  | { readonly kind: 'boolean'; readonly text: string; readonly value: boolean }
  /** `value` as a `timestamp` of the tree. */
  | { readonly kind: 'instant'; readonly text: string; readonly value: string };

/** A value of ECQL or FES with its type, which the tree does not know. */
export type Operand = {
  readonly type: AttributeType;
  /** Worth what clients are shown. */
  readonly node: Expression;
  /** Worth what is stored, which is what is shown times the factor: indexes are of it. */
  readonly stored: Expression;
  readonly factor: number;
  readonly literal: WrittenLiteral | null;
  readonly identity?: Identity;
  /** Where it is one of two. */
  readonly cases?: Cases;
  /** For messages. */
  readonly words: string;
  readonly fail: Fail;
};

export function attributeOperand({ name, type, expression, factor = 1, identity }: Attribute, fail: Fail): Operand {
  const divisor: Expression = { kind: 'literal', value: factor };
  const node: Expression =
    factor === 1 ? expression : { kind: 'arithmetic', op: '/', left: expression, right: divisor };
  return {
    type,
    node,
    stored: expression,
    factor,
    literal: null,
    ...(identity && { identity }),
    words: `'${name}'`,
    fail,
  };
}

const typeOfLiteral = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  instant: 'dateTime',
} as const satisfies Record<WrittenLiteral['kind'], AttributeType>;

export function literalOperand(literal: WrittenLiteral, fail: Fail): Operand {
  const node: Expression =
    literal.kind === 'instant'
      ? { kind: 'timestamp', value: literal.value }
      : { kind: 'literal', value: literal.kind === 'text' ? literal.text : literal.value };
  return { ...computedOperand(node, typeOfLiteral[literal.kind], `'${literal.text}'`, fail), literal };
}

/** What a function, a calculation or a geometry is worth. */
export const computedOperand = (node: Expression, type: AttributeType, words: string, fail: Fail): Operand => ({
  type,
  node,
  stored: node,
  factor: 1,
  literal: null,
  words,
  fail,
});

export const isNumeric = (type: AttributeType): boolean => type === 'number' || type === 'integer';
