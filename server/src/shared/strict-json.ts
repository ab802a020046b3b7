/** Deeper than any body of ours, far below what makes a recursive walk dangerous. */
const deepest = 128;

/** JSON without duplicate members, prototype members or bottomless nesting; throws SyntaxError. */
export function parseStrictJson(text: string): unknown {
  // First, because the parser takes a tenth of a second over half a megabyte of opening brackets.
  scanMembers(text);
  return JSON.parse(text);
}

/** Walks the structure alone; the grammar is the parser's. */
function scanMembers(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      if (open.push(character === '{' ? new Set() : null) > deepest) throw new SyntaxError('nested too deeply');
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = closingQuote(text, at);
      const members = open.at(-1);
      if (members && nextSignificant(text, end + 1) === ':') addMember(members, text.slice(at, end + 1));
      at = end;
    }
  }
}

function addMember(members: Set<string>, quoted: string): void {
  const name = JSON.parse(quoted) as string;
  if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw new SyntaxError('reserved member');
  if (members.has(name)) throw new SyntaxError('duplicate member');
  members.add(name);
}

function closingQuote(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function nextSignificant(text: string, from: number): string | undefined {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at];
}
