/** Where a filter is wrong: an offset into its text (from 0; line and column from 1), or a JSON Pointer. */
export type FilterPlace =
  | { readonly offset: number; readonly line: number; readonly column: number; readonly isMultiLine: boolean }
  | { readonly path: string };

/** Of what kind the mistake is: the text cannot be read, it names what is not there, or asks what cannot be asked. */
export type FilterProblem = 'malformed' | 'unknownName' | 'unfitOperand';

/** The filter's author is told what is wrong and where; never thrown for an item. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
  readonly reason: string;
  readonly place: FilterPlace | null;
  readonly problem: FilterProblem;

  constructor(reason: string, place: FilterPlace | null = null, problem: FilterProblem = 'malformed') {
    super(`${reason}${placeText(place)}`);
    this.reason = reason;
    this.place = place;
    this.problem = problem;
  }
}

export function placeInText(text: string, offset: number): FilterPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { offset, line, column: offset - lineStart + 1, isMultiLine: text.includes('\n') };
}

function placeText(place: FilterPlace | null): string {
  if (place === null) return '';
  if ('path' in place) return ` at ${place.path === '' ? 'the root' : place.path}`;
  const { offset, line, column, isMultiLine } = place;
  return ` at position ${offset}${isMultiLine ? ` (line ${line}, column ${column})` : ''}`;
}
