import type { Expression, Filter } from '../filter.ts';

type Kind = Expression['kind'];

/** What a place in a filter takes, in the words of an error message. */
export type Role =
  | 'condition'
  | 'scalar'
  | 'number'
  | 'text'
  | 'pattern'
  | 'geometry'
  | 'time'
  | 'array'
  | 'operand'
  | 'value';

const conditions: readonly Kind[] = [
  'and',
  'or',
  'not',
  'compare',
  'like',
  'between',
  'in',
  'isNull',
  'spatial',
  'temporal',
  'arrays',
  'call',
];

const operands: readonly Kind[] = [
  ...conditions,
  'property',
  'date',
  'timestamp',
  'interval',
  'geometry',
  'bbox',
  'arithmetic',
  'casei',
  'accenti',
];

const takes: Readonly<Record<Role, { readonly kinds: readonly Kind[]; readonly words: string }>> = {
  condition: { kinds: conditions, words: 'a condition' },
  scalar: {
    kinds: ['property', 'call', 'casei', 'accenti', 'date', 'timestamp', 'arithmetic'],
    words: 'a property, text, number, boolean, date or timestamp',
  },
  number: { kinds: ['property', 'call', 'arithmetic'], words: 'a number or a property' },
  text: { kinds: ['property', 'call', 'casei', 'accenti'], words: 'a text or a property' },
  pattern: { kinds: ['casei', 'accenti'], words: 'a text as pattern' },
  geometry: { kinds: ['property', 'call', 'geometry', 'bbox'], words: 'a geometry or a property' },
  time: {
    kinds: ['property', 'call', 'date', 'timestamp', 'interval'],
    words: 'a date, timestamp, interval or property',
  },
  array: { kinds: ['property', 'call', 'list'], words: 'an array or a property' },
  operand: { kinds: operands, words: 'a value' },
  value: { kinds: [...operands, 'list'], words: 'a value' },
};

const literalTypes: Readonly<Partial<Record<Role, readonly string[]>>> = {
  condition: ['boolean'],
  scalar: ['string', 'number', 'boolean'],
  number: ['number'],
  text: ['string'],
  pattern: ['string'],
  operand: ['string', 'number', 'boolean'],
  value: ['string', 'number', 'boolean'],
};

export const roleWords = (role: Role): string => takes[role].words;

export function fits(role: Role, node: Expression): boolean {
  if (node.kind === 'literal') return literalTypes[role]?.includes(typeof node.value) ?? false;
  if (role === 'pattern' && (node.kind === 'casei' || node.kind === 'accenti')) return fits('pattern', node.arg);
  return takes[role].kinds.includes(node.kind);
}

export const isCondition = (node: Expression): node is Filter => fits('condition', node);
