import { refuse } from '../refuse.ts';

/** `at` is an offset into the text, from 0. */
export type TextToken = { readonly at: number } & (
  | { readonly kind: 'bare' | 'quoted'; readonly text: string }
  | { readonly kind: 'and' | 'or' | 'not' | 'must' | 'mustNot' | 'open' | 'close' | 'comma' | 'end' }
);

const marks: Readonly<Record<string, 'open' | 'close' | 'comma'>> = { '(': 'open', ')': 'close', ',': 'comma' };
const operators: Readonly<Record<string, 'and' | 'or' | 'not'>> = { AND: 'and', OR: 'or', NOT: 'not' };
const bare = /[^\s(),"]+/uy;
const blanks = /\s*/uy;

/** A sign counts before a word, a quotation or a parenthesis alone: elsewhere it is a hyphen, or nothing. */
const signed = /[+-](?=[\p{L}\p{N}("])/uy;

/** `hasCommas`: whether a comma parts terms; in a list that is one already it is a blank. */
export function readTextTokens(text: string, member: string, hasCommas: boolean): readonly TextToken[] {
  const tokens: TextToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [null];
    if (found !== null) at += found.length;
    return found;
  };
  for (;;) {
    take(blanks);
    const start = at;
    const character = text[at];
    if (character === undefined) return [...tokens, { kind: 'end', at }];
    const sign = take(signed);
    if (sign !== null) tokens.push({ kind: sign === '+' ? 'must' : 'mustNot', at: start });
    else if (character === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) refuse(member, `is wrong: a quotation mark without its second one at position ${at}`);
      tokens.push({ kind: 'quoted', text: text.slice(at + 1, end), at });
      at = end + 1;
    } else if (character in marks) {
      at++;
      if (character !== ',' || hasCommas) tokens.push({ kind: marks[character]!, at: start });
    } else {
      const word = take(bare)!;
      tokens.push(
        Object.hasOwn(operators, word)
          ? { kind: operators[word]!, at: start }
          : { kind: 'bare', text: word, at: start },
      );
    }
  }
}
