/** What `q` asks of a text. A phrase is words side by side, in their order, within one text; often it is one word. */
export type TextQuery =
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'all'; readonly of: readonly TextQuery[] }
  | { readonly kind: 'any'; readonly of: readonly TextQuery[] }
  | { readonly kind: 'not'; readonly of: TextQuery };

export const allOfText = (of: readonly TextQuery[]): TextQuery => (of.length === 1 ? of[0]! : { kind: 'all', of });
export const anyOfText = (of: readonly TextQuery[]): TextQuery => (of.length === 1 ? of[0]! : { kind: 'any', of });

/** A phrase as it stands in a searchable text. */
export const phraseText = (words: readonly string[]): string => ` ${words.join(' ')} `;
