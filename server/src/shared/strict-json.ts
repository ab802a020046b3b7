/** Deeper than any body of ours (a filter of 128 levels takes twice as many), far below what makes a recursive walk dangerous. */
const deepest = 300;

/** JSON without duplicate members, prototype members, numbers beyond all or bottomless nesting; throws SyntaxError. */
export function parseStrictJson(text: string): unknown {
  // First, because the parser takes a tenth of a second over half a megabyte of opening brackets.
  return parseCounted(text, countMembers(text));
}

/** The same for a text whose nesting was looked at and whose members were counted. */
export function parseCounted(text: string, members: number): unknown {
  const value: unknown = JSON.parse(text);
  // The parser keeps one of two members of the same name: then fewer are there than were written.
  if (keptOf(value) !== members) throw new SyntaxError('duplicate member');
  return value;
}

/** Assigning it changes what an object inherits; every other name is that of a member like any. */
export const isReservedMember = (name: string): boolean => name === '__proto__';

/** How many members a value has, and all in it; `for in` makes no list of the names, and the parser's objects inherit none. */
function keptOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    refuseInfinite(value);
    return 0;
  }
  let members = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) members += keptOf(value[i]);
    return members;
  }
  for (const name in value) {
    if (isReservedMember(name)) throw new SyntaxError('reserved member');
    members += 1 + keptOf((value as Record<string, unknown>)[name]);
  }
  return members;
}

/** 1e400 is read as infinity, which would be written as null. */
function refuseInfinite(value: unknown): void {
  if (value === Infinity || value === -Infinity) throw new SyntaxError('a number too large');
}

const [quote, comma, colon, backslash] = [34, 44, 58, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Each member has one colon outside of texts; the grammar is the parser's. */
const countMembers = (text: string): number => {
  let members = 0;
  for (let at = 0; at < text.length;) {
    const value = scanValue(text, at, 0);
    members += value.members;
    at = value.end + 1;
  }
  return members;
};

export type ScannedValue = { readonly end: number; readonly members: number };

/** From where a value starts to the comma or bracket after it. */
export function scanValue(text: string, start: number, depthAround: number): ScannedValue {
  let members = 0;
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) at = closingQuote(text, at);
    else if (character === colon) members++;
    else if (character === openBrace || character === openBracket) {
      if (++depth > deepest - depthAround) throw new SyntaxError('nested too deeply');
    } else if (character === closeBrace || character === closeBracket) {
      if (--depth < 0) break;
    } else if (character === comma && depth === 0) break;
  }
  return { end: at, members };
}

export function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1))
    if (text.charCodeAt(at - 1) !== backslash || !isEscaped(text, at)) return at;
  return text.length;
}

/** Backslashes before it are paired where they stand for themselves. */
export function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}
