/** Deeper than any body of ours, far below what makes a recursive walk dangerous. */
const deepest = 128;

/** JSON without duplicate members, prototype members or bottomless nesting; throws SyntaxError. */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  scanMembers(text);
  return value;
}

/** Walks the structure of text that JSON.parse has accepted, so that it need not check the grammar again. */
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
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function nextSignificant(text: string, from: number): string | undefined {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at];
}
