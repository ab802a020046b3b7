import type { Relation } from '../../../geometry/relation.ts';
import type { ComparisonOp } from '../../filter.ts';

/** The signs and words of comparisons; `!=` is no ECQL, but what else could be meant. */
export const comparisonWords: ReadonlyMap<string, ComparisonOp> = new Map([
  ['=', '='],
  ['==', '='],
  ['eq', '='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['neq', '<>'],
  ['<', '<'],
  ['lt', '<'],
  ['<=', '<='],
  ['lte', '<='],
  ['>', '>'],
  ['gt', '>'],
  ['>=', '>='],
  ['gte', '>='],
]);

const relations = ['equals', 'disjoint', 'intersects', 'touches', 'crosses', 'within', 'contains', 'overlaps'] as const;

export const relationWords: ReadonlyMap<string, Relation> = new Map(relations.map((word) => [word, word]));

const otherWords = `
  and or not eq neq gt lt gte lte true false unknown like ilike between id in is null include exclude exists
  does-not-exist point linestring polygon multipoint multilinestring multipolygon geometrycollection envelope srid
  tequals before during after t relate bbox dwithin beyond feet meters kilometers`;

/** Words that an attribute can be called only in double quotes. */
export const reservedWords: ReadonlySet<string> = new Set([...otherWords.trim().split(/\s+/), ...relations]);
