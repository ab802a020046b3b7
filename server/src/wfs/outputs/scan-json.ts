import { isEscaped } from '../../shared/strict-json.ts';

const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Behind the value that begins there; the text is JSON without blanks between its tokens. */
export function endOfValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === quote) return endOfText(text, at);
  if (first === openBrace || first === openBracket) return endOfNested(text, at);
  for (let i = at + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === comma || character === closeBrace || character === closeBracket) return i;
  }
  return text.length;
}

/** Behind the quote that ends the text which begins there. */
export function endOfText(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end > 0 && text.charCodeAt(end - 1) === backslash && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  if (end < 0) throw new Error('a stored document ends within a text');
  return end + 1;
}

function endOfNested(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === quote) i = endOfText(text, i) - 1;
    else if (character === openBracket || character === openBrace) depth++;
    else if ((character === closeBracket || character === closeBrace) && --depth === 0) return i + 1;
  }
  throw new Error('a stored document ends too early');
}

/** The characters between which an object stands. */
export const isObjectAt = (text: string, at: number): boolean => text.charCodeAt(at) === openBrace;

/** Whether another member follows the value that ended there. */
export const isMoreAt = (text: string, at: number): boolean => text.charCodeAt(at) === comma;
