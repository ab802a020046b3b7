import type { SearchableText } from './searchable-text.ts';
import { type TextQuery, phraseText } from './text-query.ts';

/** The meaning of `q`: what every store's answer is held to. */
export function compileText(query: TextQuery): (text: SearchableText) => boolean {
  switch (query.kind) {
    case 'phrase': {
      const phrase = phraseText(query.words);
      return (text) => text.includes(phrase);
    }
    case 'all': {
      const parts = query.of.map(compileText);
      return (text) => parts.every((isMatch) => isMatch(text));
    }
    case 'any': {
      const parts = query.of.map(compileText);
      return (text) => parts.some((isMatch) => isMatch(text));
    }
    case 'not': {
      const isMatch = compileText(query.of);
      return (text) => !isMatch(text);
    }
  }
}
