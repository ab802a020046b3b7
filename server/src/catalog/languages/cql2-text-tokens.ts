import { blank } from '../../geometry/read-wkt.ts';
import { FilterError, placeInText } from '../filter-error.ts';
import { identifierPattern } from './words.ts';

/** `word` keeps its spelling in `text`; `key` is the word in lower case, or the sign itself. Times are tokens of ECQL. */
export type Token = {
  readonly type: 'word' | 'quotedName' | 'text' | 'number' | 'instant' | 'duration' | 'sign' | 'end';
  readonly text: string;
  readonly key: string;
  readonly offset: number;
  readonly end: number;
};

const space = new RegExp(`${blank}*`, 'y');
export const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const sign = /<>|<=|>=|[=<>+\-*/^%(),]/y;

const controls: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  "'": "'",
  '\\': '\\',
};

/** Reads the token that starts at or after an offset. */
export type Tokenizer = (source: string, from: number) => Token;

/** Behind the blanks that stand there. */
export const skipBlanks = (source: string, from: number): number => from + match(space, source, from)!.length;

/** The token that starts at or after the offset; each character is looked at once. */
export function tokenAt(source: string, from: number): Token {
  const offset = skipBlanks(source, from);
  if (offset >= source.length) return { type: 'end', text: '', key: '', offset, end: offset };
  const first = source[offset]!;
  if (first === "'") return quoted(source, offset, 'text');
  if (first === '"') return quoted(source, offset, 'quotedName');
  const word = match(identifierPattern, source, offset);
  if (word !== null) return token('word', word, word.toLowerCase(), offset);
  const digits = match(number, source, offset);
  if (digits !== null) return numberToken(source, digits, offset);
  const mark = match(sign, source, offset);
  if (mark !== null) return token('sign', mark, mark, offset);
  throw new FilterError(
    `unexpected character ${JSON.stringify(String.fromCodePoint(source.codePointAt(offset)!))}`,
    placeInText(source, offset),
  );
}

export const token = (type: Token['type'], text: string, key: string, offset: number): Token => ({
  type,
  text,
  key,
  offset,
  end: offset + text.length,
});

function numberToken(source: string, digits: string, offset: number): Token {
  const end = offset + digits.length;
  if (match(identifierPattern, source, end) !== null || source[end] === '.')
    throw new FilterError('malformed number', placeInText(source, offset));
  return token('number', digits, digits, offset);
}

/** Quotes are doubled inside; a text may also escape with a backslash, and keeps `\%` and `\_` for LIKE. */
function quoted(source: string, offset: number, type: 'text' | 'quotedName'): Token {
  const quote = source[offset]!;
  const pieces: string[] = [];
  let from = offset + 1;
  for (let i = from; i < source.length; i++) {
    const isQuote = source[i] === quote;
    const escaped = type === 'text' && source[i] === '\\' ? controls[source[i + 1] ?? ''] : undefined;
    if (!isQuote && escaped === undefined) continue;
    pieces.push(source.slice(from, i));
    if (isQuote && source[i + 1] !== quote) {
      const text = pieces.join('');
      return { type, text, key: '', offset, end: i + 1 };
    }
    pieces.push(escaped ?? quote);
    from = ++i + 1;
  }
  const what = type === 'text' ? 'text' : 'name';
  throw new FilterError(`the quoted ${what} that starts here has no end`, placeInText(source, offset));
}

/** What a sticky pattern finds right there. */
export function match(pattern: RegExp, source: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? null;
}
