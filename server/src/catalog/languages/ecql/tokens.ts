import { FilterError, placeInText } from '../../filter-error.ts';
import { type Token, match, number, token } from '../cql2-text-tokens.ts';

const space = /[ \t\r\n\f]*/y;
const instant = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)/iy;
const timeOfDay = 'T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+S)?';
const duration = new RegExp(
  `(?:P(?=\\d|T\\d)(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?(?:${timeOfDay})?|${timeOfDay})(?!\\w)`,
  'y',
);
const doesNotExist = /does-not-exist(?!\w)/iy;
const part = '(?:[A-Za-z_]\\w*|"[^"]+")';
const name = new RegExp(`${part}(?:[:.]${part})*`, 'y');
const sign = /&&|<>|!=|==|<=|>=|[=<>!+\-*/()[\],;]/y;

/** The token of ECQL that starts at or after the offset. */
export function ecqlTokenAt(source: string, from: number): Token {
  const offset = from + (match(space, source, from)?.length ?? 0);
  if (offset >= source.length) return { type: 'end', text: '', key: '', offset, end: offset };
  if (source[offset] === "'") return textToken(source, offset);
  const time = match(instant, source, offset);
  if (time !== null) return token('instant', time, '', offset);
  const span = match(duration, source, offset);
  if (span !== null) return token('duration', span, '', offset);
  const word = match(doesNotExist, source, offset) ?? match(name, source, offset);
  if (word !== null) return nameToken(word, offset);
  const digits = match(number, source, offset);
  if (digits !== null) return numberToken(source, digits, offset);
  const mark = match(sign, source, offset);
  return mark === null ? refuse(source, offset) : token('sign', mark, mark, offset);
}

/** In quotes a name may have any sign, and is never a word of the language. */
function nameToken(written: string, offset: number): Token {
  if (!written.includes('"')) return token('word', written, written.toLowerCase(), offset);
  return { ...token('quotedName', written, '', offset), text: written.replaceAll('"', '') };
}

/** Quotes are doubled inside; nothing else is an escape. */
function textToken(source: string, offset: number): Token {
  let end = offset + 1;
  for (; end < source.length; end++) {
    if (source[end] !== "'") continue;
    if (source[end + 1] !== "'")
      return { type: 'text', text: source.slice(offset + 1, end).replaceAll("''", "'"), key: '', offset, end: end + 1 };
    end++;
  }
  throw new FilterError('the quoted text that starts here has no end', placeInText(source, offset));
}

function numberToken(source: string, digits: string, offset: number): Token {
  if (/[\w.]/.test(source[offset + digits.length] ?? ''))
    throw new FilterError(
      "malformed number; a text is written in single quotes, as in featureId = '15915f'",
      placeInText(source, offset),
    );
  return token('number', digits, digits, offset);
}

function refuse(source: string, offset: number): never {
  if (source[offset] === '"')
    throw new FilterError('the quoted name that starts here has no end', placeInText(source, offset));
  const character = String.fromCodePoint(source.codePointAt(offset)!);
  throw new FilterError(`unexpected character ${JSON.stringify(character)}`, placeInText(source, offset));
}
