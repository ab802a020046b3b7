import { isDecimal } from '../../evaluate/scalars.ts';
import type { Expression } from '../../filter.ts';
import type { AttributeType } from '../attributes.ts';
import { readInstant } from './instants.ts';
import { type Operand, isNumeric } from './operand.ts';

const articles: Readonly<Record<AttributeType, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  dateTime: 'a time as 2020-12-31 or 2020-12-31T23:59:59Z',
  geometry: 'a geometry',
};

export const typeWords = (type: AttributeType): string => articles[type];

/** Operands that are compared with each other, brought to one type and, where all can be, to the stored scale. */
export function aligned(operands: readonly Operand[]): readonly Expression[] {
  for (const { type, fail, words } of operands)
    if (type === 'geometry') fail(`${words} is a geometry, which has no order and no value`, 'unfitOperand');
  const known = operands.filter(({ literal }) => literal === null);
  const [first] = known;
  if (first === undefined) return operands.map(({ node }) => node);
  const factor = known.every((each) => each.factor === first.factor) ? first.factor : null;
  return operands.map((operand) => {
    if (operand.literal === null) return factor === null ? operand.node : operand.stored;
    return scaled(coerced(operand, first), factor ?? 1);
  });
}

/** The literal as a value of the type of what it is compared with. */
function coerced(operand: Operand, compared: Operand): Expression {
  const { type, words, identity } = compared;
  if (identity !== undefined) return { kind: 'literal', value: storedText(operand.literal!.text, compared) };
  return (
    literalAs(operand, type) ??
    operand.fail(`${operand.words} is not ${typeWords(type)}, which ${words} is`, 'unfitOperand')
  );
}

/** Without what clients are shown before it. */
export const storedText = (text: string, { identity }: Operand): string =>
  identity !== undefined && text.startsWith(identity.prefix) ? text.slice(identity.prefix.length) : text;

/** The same of a pattern, in which a sign for any character may stand for the last one. */
export function storedPattern(pattern: string, operand: Operand): string {
  const prefix = operand.identity?.prefix ?? '';
  const isLoose = prefix !== '' && pattern.startsWith(`${prefix.slice(0, -1)}_`);
  return isLoose ? pattern.slice(prefix.length) : storedText(pattern, operand);
}

/** Null when the literal cannot be of that type. */
export function literalAs({ literal, node }: Operand, type: AttributeType): Expression | null {
  if (literal === null) return node;
  const { kind, text } = literal;
  if (isNumeric(type)) {
    if (kind === 'number') return node;
    const value = kind === 'text' && isDecimal(text.trim()) ? Number(text) : NaN;
    return Number.isFinite(value) ? { kind: 'literal', value: value + 0 } : null;
  }
  if (type === 'string') return { kind: 'literal', value: text };
  if (type === 'boolean') return booleanOf(text);
  if (type !== 'dateTime') return null;
  if (kind === 'instant') return node;
  const value = kind === 'text' ? readInstant(text) : null;
  return value === null ? null : { kind: 'timestamp', value };
}

function booleanOf(text: string): Expression | null {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1') return { kind: 'literal', value: true };
  return word === 'false' || word === '0' ? { kind: 'literal', value: false } : null;
}

/** 0.07 times 100 is 7.000000000000001 to the processor: the digits that a decimal can have are kept, not those. */
function scaled(node: Expression, factor: number): Expression {
  if (factor === 1 || node.kind !== 'literal' || typeof node.value !== 'number') return node;
  const value = Number((node.value * factor).toPrecision(15));
  return { kind: 'literal', value: Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)) };
}
