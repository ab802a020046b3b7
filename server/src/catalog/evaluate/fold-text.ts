const beyondAscii = /[^\p{ASCII}]/u;
const folded = new Map<string, string>();

/** One text for all its spellings in upper and lower case: each character folded alone, so that `ß` equals `ss`. */
export function foldCase(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  let result = '';
  for (const character of text) result += foldCharacter(character);
  return result;
}

/** Without looking at its neighbours: a final sigma would make a pattern differ from the text that it is part of. */
function foldCharacter(character: string): string {
  let fold = folded.get(character);
  if (fold === undefined) {
    // The dotless i has an upper case of its own kin, but Unicode does not fold it to i.
    fold = character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
    fold = [...fold].map((part) => (part === 'ς' ? 'σ' : part)).join('');
    if (folded.size < 4_096) folded.set(character, fold);
  }
  return fold;
}

/** Marks that belong to no script of their own; the voicing marks of kana make other letters, not accents. */
const accents = /(?![\u3099\u309a])(?=\p{Script=Inherited})\p{Mn}/gu;

/** More marks on a letter than any script has: to put them in order takes the square of their number. */
const tooManyMarks = /\p{M}{31}/u;
const bearableParts = /\P{M}*\p{M}{0,30}/gu;

/** The text without accents: decomposed (NFD), marks taken away, composed again. */
export function foldAccents(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return tooManyMarks.test(text) ? text.match(bearableParts)!.map(withoutAccents).join('') : withoutAccents(text);
}

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(accents, '').normalize('NFC');
