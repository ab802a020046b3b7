import type { Filter } from '../../filter.ts';
import { tooLong } from '../../filter-bounds.ts';
import { advance, expect, failHere, isAt, take } from '../cql2-text-cursor.ts';
import { featuresOf } from '../typed/feature-ids.ts';
import { type EcqlCursor, found, nextToken } from './cursor.ts';

/** `IN ('a', 'b')` without a value before it, or the older `ID IN`. */
export const isAtIds = (cursor: EcqlCursor): boolean =>
  isAt(cursor, 'in') || (isAt(cursor, 'id') && nextToken(cursor).key === 'in');

export function readIds(cursor: EcqlCursor): Filter {
  take(cursor, 'id');
  expect(cursor, 'in');
  expect(cursor, '(');
  const ids: string[] = [];
  do {
    const { type } = cursor.token;
    if (type !== 'text' && type !== 'number')
      failHere(cursor, `expected the id of a feature but found ${found(cursor)}`);
    if (ids.length >= cursor.bounds.maxListLength) failHere(cursor, tooLong(cursor.bounds));
    ids.push(advance(cursor).text);
  } while (take(cursor, ','));
  expect(cursor, ')', "',' or ')'");
  return featuresOf(ids, cursor.reading);
}
