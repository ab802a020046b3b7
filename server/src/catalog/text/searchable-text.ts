import { type JsonObject, isObject } from '../refuse.ts';
import { wordsOf } from './words-of.ts';

/**
 * The words of one or several texts, each with a blank on both sides, and ` | ` between two texts: whether a phrase is
 * in it is a search for ` its words `, which no phrase passes from one text to the next. '' has no word.
 */
export type SearchableText = string;

/** What stands between two texts; no word is like it. */
export const textBreak = '|';

/** Of all texts of a document together; what comes after is not searched. */
const mostCharacters = 32_768;

/** Of `title`, `description` and each of `keywords` in an item's properties. */
export const textOfItem = ({ properties }: JsonObject): SearchableText =>
  isObject(properties) ? textOfMembers(properties) : '';

/** Of `title`, `description` and each of `keywords`. */
export const textOfCollection = (document: JsonObject): SearchableText => textOfMembers(document);

function textOfMembers({ title, description, keywords }: JsonObject): SearchableText {
  if (title === undefined && description === undefined && keywords === undefined) return '';
  return joined([title, description, ...(Array.isArray(keywords) ? (keywords as unknown[]) : [])]);
}

function joined(texts: readonly unknown[]): SearchableText {
  let left = mostCharacters;
  let result = '';
  for (const text of texts) {
    if (typeof text !== 'string' || text === '' || left <= 0) continue;
    const words = wordsOf(text.length > left ? text.slice(0, left) : text);
    left -= text.length;
    if (words.length > 0) result += `${result === '' ? '' : textBreak} ${words.join(' ')} `;
  }
  return result;
}

/** Each word once. */
export const distinctWords = (text: SearchableText): readonly string[] =>
  text === '' ? [] : [...new Set(text.slice(1, -1).split(' '))].filter((word) => word !== textBreak);
