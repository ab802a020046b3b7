import { type ArrayOp, type TemporalOp, arrayOps, spatialOps, temporalOps } from '../filter.ts';
import type { Relation } from '../../geometry/relation.ts';

/** Names of the relations in lower case, as the text and lenient JSON writers spell them. */
export const spatialWords: ReadonlyMap<string, Relation> = new Map(spatialOps.map((op) => [`s_${op}`, op]));
export const temporalWords: ReadonlyMap<string, TemporalOp> = new Map(
  temporalOps.map((op) => [`t_${op.toLowerCase()}`, op]),
);
export const arrayWords: ReadonlyMap<string, ArrayOp> = new Map(arrayOps.map((op) => [`a_${op.toLowerCase()}`, op]));

const geometryWords = [
  'point',
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'geometrycollection',
  'bbox',
];

/** Words that stand for themselves and end an operand. */
export const operatorWords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'like',
  'between',
  'in',
  'is',
  'null',
  'div',
  'true',
  'false',
]);

/** Names that no function can have, and that a property has only in double quotes. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...operatorWords,
  ...geometryWords,
  'casei',
  'accenti',
  'date',
  'timestamp',
  'interval',
  ...spatialWords.keys(),
  ...temporalWords.keys(),
  ...arrayWords.keys(),
]);

const start =
  ':_A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u167F\\u1681-\\u1FFE\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const part = `${start}.0-9\\u0300-\\u036F\\u203F\\u2040`;

/** The standard's identifier; sticky, for the tokenizer. */
export const identifierPattern = new RegExp(`[${start}][${part}]*`, 'uy');
const wholeIdentifier = new RegExp(`^[${start}][${part}]*$`, 'u');

export const isIdentifier = (text: string): boolean => wholeIdentifier.test(text);
