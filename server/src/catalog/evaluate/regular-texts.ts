import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { lazily } from '../../shared/lazily.ts';
import type { FilterFunction } from './functions.ts';

/** Longer ones are no value: a document could not hold them. */
const longestText = 100_000;
const longestPattern = 1_000;
const mostKnown = 100;

/** Loaded when it is first needed: few filters have a regular expression, and every thread that searches would hold it. */
const library = lazily(() => createRequire(import.meta.url)('re2js') as { readonly RE2JS: typeof RE2JS });

const known = new Map<string, RE2JS | null>();

/**
 * A regular expression that takes time in proportion to the text, whatever it says: those of the language itself may take
 * forever. Null where it is none, or asks for what cannot be had so, such as to look back.
 */
export function regularExpression(pattern: string): RE2JS | null {
  const made = known.get(pattern);
  if (made !== undefined) return made;
  if (known.size >= mostKnown) known.clear();
  const expression = compiled(pattern);
  known.set(pattern, expression);
  return expression;
}

function compiled(pattern: string): RE2JS | null {
  if (pattern.length > longestPattern) return null;
  const { RE2JS: expressions } = library();
  try {
    return expressions.compile(pattern);
  } catch {
    return null;
  }
}

/** Whether all of a text is as the expression says. */
export const matchesWhole: FilterFunction = ([text, pattern, ...more]) => {
  if (typeof text !== 'string' || typeof pattern !== 'string' || more.length > 0) return null;
  return regularExpression(pattern)?.matches(text) ?? null;
};

/** What the expression finds is replaced, `$1` by what its first group found: everywhere, or where it is found first. */
export const replaceRegular: FilterFunction = ([text, pattern, replacement, isEverywhere = true, ...more]) => {
  if (typeof text !== 'string' || typeof pattern !== 'string' || typeof replacement !== 'string') return null;
  if (typeof isEverywhere !== 'boolean' || more.length > 0) return null;
  const matcher = regularExpression(pattern)?.matcher(text);
  if (matcher === undefined || text.length * (replacement.length + 1) > longestText * 10) return null;
  try {
    const replaced = isEverywhere ? matcher.replaceAll(replacement) : matcher.replaceFirst(replacement);
    return replaced.length > longestText ? null : replaced;
  } catch {
    // A group that is not there.
    return null;
  }
};
