import { FilterError, type FilterProblem, placeInText } from '../filter-error.ts';
import { type FilterBounds, type ParseOptions, defaultBounds, tooDeep } from '../filter-bounds.ts';
import type { Expression } from '../filter.ts';
import { type Token, type Tokenizer, skipBlanks, tokenAt as cql2TokenAt } from './cql2-text-tokens.ts';
import { type Role, fits, roleWords } from './operand-rules.ts';

/** The text with the token that is looked at. */
export type Cursor = {
  readonly source: string;
  readonly options: ParseOptions;
  readonly bounds: FilterBounds;
  readonly tokenAt: Tokenizer;
  token: Token;
  depth: number;
  nodes: number;
};

export function openCursor(source: string, options: ParseOptions, tokenAt: Tokenizer = cql2TokenAt): Cursor {
  const bounds = options.bounds ?? defaultBounds;
  if (source.length > bounds.maxTextLength)
    throw new FilterError(`the filter is longer than ${bounds.maxTextLength} characters`);
  return { source, options, bounds, tokenAt, token: tokenAt(source, 0), depth: 0, nodes: 0 };
}

export function advance(cursor: Cursor): Token {
  const { token } = cursor;
  cursor.token = cursor.tokenAt(cursor.source, token.end);
  return token;
}

/** Moves past a part that another reader took. */
export function jump(cursor: Cursor, end: number): void {
  cursor.token = cursor.tokenAt(cursor.source, end);
}

export const isAt = ({ token }: Cursor, key: string): boolean =>
  (token.type === 'word' || token.type === 'sign') && token.key === key;

/** Whether the token after this one is an opening parenthesis. */
export const isCalled = ({ source, token }: Cursor): boolean => source[skipBlanks(source, token.end)] === '(';

export function take(cursor: Cursor, key: string): boolean {
  if (!isAt(cursor, key)) return false;
  advance(cursor);
  return true;
}

export function expect(cursor: Cursor, key: string, wanted = `'${key.toUpperCase()}'`): void {
  if (!take(cursor, key)) failHere(cursor, `expected ${wanted} but found ${tokenWords(cursor.token)}`);
}

export const fail = (cursor: Cursor, reason: string, offset: number, problem?: FilterProblem): never => {
  throw new FilterError(reason, placeInText(cursor.source, offset), problem);
};

export const failHere = (cursor: Cursor, reason: string): never => fail(cursor, reason, cursor.token.offset);

export function tokenWords({ type, text }: Token): string {
  if (type === 'end') return 'the end';
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return type === 'text' ? `the text '${shown}'` : type === 'quotedName' ? `"${shown}"` : `'${shown}'`;
}

/** Refuses a node that cannot stand in the role. */
export function must(cursor: Cursor, role: Role, node: Expression, offset: number): void {
  if (!fits(role, node)) fail(cursor, `expected ${roleWords(role)}`, offset);
}

/** Runs a nested reading one level deeper, so that the stack is bounded before the tree is. */
export function deeper<T>(cursor: Cursor, offset: number, read: () => T): T {
  if (++cursor.depth > cursor.bounds.maxDepth + 1) fail(cursor, tooDeep(cursor.bounds), offset);
  const result = read();
  cursor.depth--;
  return result;
}

/** Counts while reading, so that a long filter is refused where it became too long. */
export function counted<T extends Expression>(cursor: Cursor, node: T): T {
  if (++cursor.nodes > cursor.bounds.maxNodes)
    failHere(cursor, `the filter has more than ${cursor.bounds.maxNodes} parts`);
  return node;
}

/** Parentheses are read as a list; where no list can stand, one element in parentheses is that element. */
export function ungrouped(node: Expression): Expression {
  let inner = node;
  while (inner.kind === 'list' && inner.items.length === 1) inner = inner.items[0]!;
  return inner;
}

export function as(cursor: Cursor, role: Role, node: Expression, offset: number): Expression {
  const inner = role === 'array' || role === 'value' ? node : ungrouped(node);
  must(cursor, role, inner, offset);
  return inner;
}
