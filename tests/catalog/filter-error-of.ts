import { FilterError } from '../../server/src/catalog/filter-error.ts';

/** What a parser refuses a text with; any other error is thrown on. */
export function filterErrorOf(parse: () => unknown): FilterError {
  try {
    parse();
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error('the text was read');
}
