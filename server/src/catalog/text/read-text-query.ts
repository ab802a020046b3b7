import { refuse } from '../refuse.ts';
import { type TextQuery, allOfText, anyOfText } from './text-query.ts';
import { type TextToken, readTextTokens } from './text-tokens.ts';
import { wordsOf } from './words-of.ts';

export const longestText = 2_000;
export const mostWords = 100;
const deepest = 20;

/** `q` by GET (a text) or by POST (a text, or a list of terms); null where it asks for nothing. */
export function readTextQuery(value: unknown, member = 'q'): TextQuery | null {
  const isList = Array.isArray(value);
  if (!isList && typeof value !== 'string') refuse(member, 'must be a text or an array of texts');
  const texts = (isList ? value : [value]) as readonly unknown[];
  if (!texts.every((text) => typeof text === 'string')) return refuse(member, 'must be a text or an array of texts');
  if (texts.reduce((sum, { length }) => sum + length + 1, -1) > longestText)
    refuse(member, `must have at most ${longestText} characters`);
  const terms = texts.flatMap((text, i) => readTerms(text, isList ? `${member}[${i}]` : member, !isList));
  if (terms.reduce((sum, term) => sum + countWords(term), 0) > mostWords)
    refuse(member, `must have at most ${mostWords} words`);
  return terms.length === 0 ? null : anyOfText(terms);
}

function countWords(query: TextQuery): number {
  if (query.kind === 'phrase') return query.words.length;
  return query.kind === 'not' ? countWords(query.of) : query.of.reduce((sum, part) => sum + countWords(part), 0);
}

/**
 * terms = [any] *("," [any]); any = all *("OR" all); all = clauses *("AND" clauses); clauses = 1*clause;
 * clause = ["+" / "-"] (word / quotation / "(" terms ")") / ["NOT"] (1*word / quotation / "(" terms ")"). Words side by
 * side are a phrase; a sign is of one word.
 */
function readTerms(text: string, member: string, hasCommas: boolean): readonly TextQuery[] {
  const tokens = readTextTokens(text, member, hasCommas);
  let next = 0;
  let depth = 0;
  const peek = (): TextToken => tokens[next]!;
  const isAt = (...kinds: readonly TextToken['kind'][]): boolean => kinds.includes(peek().kind);
  const take = (kind: TextToken['kind']): boolean => {
    if (!isAt(kind)) return false;
    next++;
    return true;
  };
  const wrong = (what: string, at = peek().at): never => refuse(member, `is wrong: ${what} at position ${at}`);

  function readList(): readonly TextQuery[] {
    const terms: TextQuery[] = [];
    do if (!isAt('comma', 'end', 'close')) terms.push(readAny());
    while (take('comma'));
    return terms;
  }

  function readAny(): TextQuery {
    const parts = [readAll()];
    while (take('or')) parts.push(readAll());
    return anyOfText(parts);
  }

  function readAll(): TextQuery {
    const parts = [readClauses()];
    while (take('and')) parts.push(readClauses());
    return allOfText(parts);
  }

  /** What must be there and what must not; where nothing must be there, one of the others. */
  function readClauses(): TextQuery {
    const [must, may, not]: TextQuery[][] = [[], [], []];
    while (!isAt('or', 'and', 'comma', 'close', 'end')) {
      if (take('must')) must!.push(readOperand(1));
      else if (take('mustNot')) not!.push({ kind: 'not', of: readOperand(1) });
      else if (take('not')) not!.push({ kind: 'not', of: readOperand() });
      else may!.push(readOperand());
    }
    if (must!.length + may!.length + not!.length === 0) wrong('a word is missing');
    const wanted = must!.length > 0 ? must! : may!.length > 0 ? [anyOfText(may!)] : [];
    return allOfText([...wanted, ...not!]);
  }

  function readOperand(mostTokens = Infinity): TextQuery {
    const { at } = peek();
    if (take('open')) return readGroup(at);
    const words: string[] = [];
    const token = peek();
    let taken = 0;
    if (token.kind === 'quoted') {
      words.push(...wordsOf(token.text));
      next++;
    } else
      for (let each = token; each.kind === 'bare' && taken < mostTokens; each = peek()) {
        words.push(...wordsOf(each.text));
        next++;
        taken++;
      }
    return words.length === 0 ? wrong('a word is missing', at) : { kind: 'phrase', words };
  }

  function readGroup(at: number): TextQuery {
    if (++depth > deepest) wrong(`more than ${deepest} parentheses inside each other`, at);
    const terms = readList();
    if (terms.length === 0) wrong('a word is missing');
    if (!take('close')) wrong('a parenthesis without its second one', at);
    depth--;
    return anyOfText(terms);
  }

  const terms = readList();
  return isAt('end') ? terms : wrong('a parenthesis without its first one');
}
