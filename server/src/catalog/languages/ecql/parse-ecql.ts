import type { Filter } from '../../filter.ts';
import { checkBounds } from '../../filter-bounds.ts';
import type { FilterReading } from '../attributes.ts';
import { failHere, openCursor, take } from '../cql2-text-cursor.ts';
import { type EcqlCursor, asCondition, found } from './cursor.ts';
import { readCondition } from './grammar.ts';
import { ecqlTokenAt } from './tokens.ts';

/** Reads one condition of ECQL, the language of `cql_filter`; throws a `FilterError` that says where the text is wrong. */
export function parseEcql(text: string, reading: FilterReading): Filter {
  const cursor = open(text, reading);
  const filter = readOne(cursor);
  expectEnd(cursor);
  return filter;
}

/** Reads conditions joined by `;`, each with the reading of its place: one for each feature type that is asked for. */
export function parseEcqlList(text: string, readingOf: (index: number) => FilterReading): readonly Filter[] {
  const cursor = open(text, readingOf(0));
  const filters = [readOne(cursor)];
  while (take(cursor, ';')) {
    cursor.reading = readingOf(filters.length);
    filters.push(readOne(cursor));
  }
  expectEnd(cursor);
  return filters;
}

const open = (text: string, reading: FilterReading): EcqlCursor => ({
  ...openCursor(text, { mustBeValid: true }, ecqlTokenAt),
  reading,
});

function readOne(cursor: EcqlCursor): Filter {
  const filter = asCondition(readCondition(cursor));
  checkBounds(filter, cursor.bounds);
  return filter;
}

function expectEnd(cursor: EcqlCursor): void {
  if (cursor.token.type !== 'end') failHere(cursor, `expected the end of the filter but found ${found(cursor)}`);
}
