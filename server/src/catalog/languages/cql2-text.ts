import type { Filter } from '../filter.ts';
import { type ParseOptions, checkBounds } from '../filter-bounds.ts';
import { openCursor } from './cql2-text-cursor.ts';
import { readFilter } from './cql2-text-grammar.ts';

export { toCql2Text } from './print-cql2-text.ts';

/** Reads CQL2-Text; throws a `FilterError` that says where the text is wrong. */
export function parseCql2Text(text: string, options: ParseOptions = {}): Filter {
  const cursor = openCursor(text, options);
  const filter = readFilter(cursor);
  checkBounds(filter, cursor.bounds);
  return filter;
}
