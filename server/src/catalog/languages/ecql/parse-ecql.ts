import type { Filter } from '../../filter.ts';
import { checkBounds } from '../../filter-bounds.ts';
import type { FilterReading } from '../attributes.ts';
import { failHere, openCursor, take } from '../cql2-text-cursor.ts';
import { type EcqlCursor, asCondition, found } from './cursor.ts';
import { readCondition } from './grammar.ts';
import { ecqlTokenAt } from './tokens.ts';

/**
 * Reads conditions of ECQL, the language of `cql_filter`, joined by `;`, each with the reading of its place: one for each
 * feature type that is asked for. Throws a `FilterError` that says where the text is wrong.
 */
export function parseEcqlList(text: string, readingOf: (index: number) => FilterReading): readonly Filter[] {
  const cursor: EcqlCursor = { ...openCursor(text, { mustBeValid: true }, ecqlTokenAt), reading: readingOf(0) };
  const filters = [readOne(cursor)];
  while (take(cursor, ';')) {
    cursor.reading = readingOf(filters.length);
    filters.push(readOne(cursor));
  }
  if (cursor.token.type !== 'end') failHere(cursor, `expected the end of the filter but found ${found(cursor)}`);
  return filters;
}

function readOne(cursor: EcqlCursor): Filter {
  const filter = asCondition(readCondition(cursor));
  checkBounds(filter, cursor.bounds);
  return filter;
}
