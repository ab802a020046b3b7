import { PlatformError } from '../shared/errors.ts';
import { type Item, parseItem } from './item.ts';
import { compileRequest } from './match-request.ts';
import type { JsonObject } from './refuse.ts';
import type { SearchConditions } from './search-request.ts';

/** Whether a document that a search found, and that may have been changed since, is still what was asked for. */
export function stillMatches(conditions: SearchConditions): (document: JsonObject) => boolean {
  const isMatch = compileRequest(conditions, 'all');
  return (document) => {
    const item = itemOrNull(document);
    // An earlier release stored it, and it was found by what is indexed of it.
    return item === null || isMatch(item);
  };
}

function itemOrNull(document: JsonObject): Item | null {
  try {
    return parseItem(document);
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}
