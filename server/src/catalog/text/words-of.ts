import { foldAccents, foldCase } from '../evaluate/fold-text.ts';

/** What an item's words depend on; a store whose items have another number reads their texts again. */
export const textVersion = 1;

/** Longer words are known by their beginning: nobody types more, and an index should not hold more. */
const longestWord = 64;

/** Scripts that put no blanks between words: each of their characters is a word, and what was typed a phrase. */
const unspaced = ['scx=Han', 'scx=Hiragana', 'scx=Katakana', 'sc=Thai', 'sc=Lao', 'sc=Khmer', 'sc=Myanmar'].map(
  (script) => `\\p{${script}}`,
);
const single = `(?=[\\p{L}\\p{N}])[${unspaced.join('')}]\\p{M}*`;
const anyWord = new RegExp(`${single}|(?:(?![${unspaced.join('')}])[\\p{L}\\p{N}]\\p{M}*)+`, 'gu');
const plainWord = /[a-z0-9]+/g;
const beyondAscii = /[^\p{ASCII}]/u;

/**
 * The words of a text in their order: letters and digits that stand side by side, with the marks on them, without their
 * case and accents. All else parts words: `Sentinel-2A` is `sentinel` and `2a`.
 */
export function wordsOf(text: string): readonly string[] {
  if (!beyondAscii.test(text)) return shortened(text.toLowerCase().match(plainWord));
  // Accents first: folding the case of `İ` would leave a mark behind.
  return shortened(foldCase(foldAccents(text)).match(anyWord));
}

const shortened = (words: readonly string[] | null): readonly string[] =>
  words === null ? [] : words.some(isLong) ? words.map(cut) : words;

const isLong = (word: string): boolean => word.length > longestWord;
const cut = (word: string): string => word.slice(0, longestWord).replace(/[\uD800-\uDBFF]$/u, '');
