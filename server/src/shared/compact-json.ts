import { parseCounted } from './strict-json.ts';

/** The text of an object as `JSON.stringify` would write what it says: without blanks, escapes or other ways to write numbers. */
export type CompactText = {
  readonly text: string;
  /** The text in UTF-8, where it lies ready. */
  readonly bytes: Uint8Array | null;
  /** Of all objects in it. */
  readonly members: number;
  /** Where the member `links` of the outermost object stands, its name with it; null where there is none. */
  readonly links: TextSpan | null;
  /** Where the value of its member `geometry` stands. */
  readonly geometry: TextSpan | null;
};

type TextSpan = { readonly start: number; readonly end: number };

const [quote, comma, colon, minus] = [34, 44, 58, 45];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];
const [zero, nine, dot] = [48, 57, 46];
const [firstLetter, lastLetter] = [97, 122];

/** As deep as documents nest; what is deeper is read with more care. */
const deepest = 32;

/** Null where the text is not compact, or not JSON at all: nothing of it is refused here. */
export function scanCompact(text: string): CompactText | null {
  const place = scanCompactAt(text, 0, text.indexOf('\\'));
  return place?.end === text.length ? compactText(text, place) : null;
}

/** Where such an object stands in a longer text, with what is known of it; its spans are counted from its start. */
export type CompactPlace = Omit<CompactText, 'text' | 'bytes'> & { readonly end: number };

export const compactText = (
  text: string,
  { members, links, geometry }: CompactPlace,
  bytes: Uint8Array | null = null,
): CompactText => ({
  text,
  bytes,
  members,
  links,
  geometry,
});

/** `backslash`: where the first one at or after `start` stands; -1 where there is none. Null too where the text ends before the object. */
export function scanCompactAt(text: string, start: number, backslash: number): CompactPlace | null {
  if (text.charCodeAt(start) !== openBrace) return null;
  const farthest = backslash === -1 ? text.length : backslash;
  let [depth, members, linksStart, linksEnd] = [0, 0, -1, -1];
  let [geometryStart, geometryEnd] = [-1, -1];
  for (let at = start; at < farthest; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = text.indexOf('"', at + 1);
      if (end === -1 || end > farthest) return null;
      if (text.charCodeAt(end + 1) === colon) {
        // Names that are whole numbers come first in an object, wherever they were written.
        if (isDigit(text.charCodeAt(at + 1))) return null;
        members++;
        if (depth === 1) {
          if (linksStart !== -1 && linksEnd === -1) linksEnd = at - 1;
          if (geometryStart !== -1 && geometryEnd === -1) geometryEnd = at - 1;
          if (end - at === 6 && text.startsWith('links', at + 1)) linksStart = at;
          if (end - at === 9 && text.startsWith('geometry', at + 1)) geometryStart = end + 2;
        }
        at = end + 1;
      } else at = end;
    } else if (character === comma) continue;
    else if (isDigit(character) || character === minus) {
      at = endOfNumber(text, at) - 1;
      if (at < 0) return null;
    } else if (character === openBrace || character === openBracket) {
      if (++depth > deepest) return null;
    } else if (character === closeBrace || character === closeBracket) {
      if (--depth > 0) continue;
      const links = spanOf(linksStart, linksEnd, at, start);
      return { end: at + 1, members, links, geometry: spanOf(geometryStart, geometryEnd, at, start) };
      // `true`, `false`, `null`: the parser knows them.
    } else if (character < firstLetter || character > lastLetter) return null;
  }
  return null;
}

/** The last member ends where the object does. */
const spanOf = (start: number, end: number, last: number, base: number): TextSpan | null =>
  start === -1 ? null : { start: start - base, end: (end === -1 ? last : end) - base };

/** The value of the member `geometry`; null where there is none. */
export const textOfGeometry = ({ text, geometry }: CompactText): string | null =>
  geometry && text.slice(geometry.start, geometry.end);

/** What the text says; throws SyntaxError as the strict reading of it does. */
export const parseCompact = ({ text, members }: CompactText): unknown => parseCounted(text, members);

const isDigit = (character: number): boolean => character >= zero && character <= nine;

/** So many characters hold no more digits than a number keeps. */
const surelyKept = 15;

/** Where the number ends that begins there; -1 where it would be written otherwise. */
function endOfNumber(text: string, start: number): number {
  const first = text.charCodeAt(start) === minus ? start + 1 : start;
  let [at, point, last, isPlain] = [first, -1, 0, true];
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === comma || character === closeBracket || character === closeBrace) break;
    if (character === dot && point === -1) point = at;
    else if (!isDigit(character)) isPlain = false;
    last = character;
  }
  if (isPlain && at - start <= surelyKept && isShortest(text, { start, first, point, end: at, last })) return at;
  const token = text.slice(start, at);
  return String(Number(token)) === token ? at : -1;
}

type NumberPlace = {
  readonly start: number;
  /** Of its digits. */
  readonly first: number;
  /** -1 where it has none. */
  readonly point: number;
  readonly end: number;
  /** Its last character. */
  readonly last: number;
};

/** Of few digits: whole without zeros before it, or with decimals that end in another digit and begin soon enough. */
function isShortest(text: string, { start, first, point, end, last }: NumberPlace): boolean {
  const isLed = text.charCodeAt(first) === zero;
  if (point === -1) return !isLed || end === start + 1;
  if (point === first || last === zero || last === dot) return false;
  return !isLed || (point === first + 1 && !text.startsWith('0.00', first));
}
