import type { TextQuery } from './text-query.ts';

/** Words of which every text that is found has at least one, and about how many items have one. */
export type NeededWords = { readonly words: readonly string[]; readonly items: number };

/** About how many items have a word. */
export type ItemsWith = (word: string) => number;

/** Beyond this a list of words is no help. */
const mostWords = 64;

/** What a query says of the words of every text that it finds, the rarest first; empty where it says nothing. */
export const impliedWords = (query: TextQuery, itemsWith: ItemsWith): readonly NeededWords[] =>
  needed(query, itemsWith).toSorted((a, b) => a.items - b.items);

function needed(query: TextQuery, itemsWith: ItemsWith): readonly NeededWords[] {
  switch (query.kind) {
    case 'phrase':
      return [...new Set(query.words)].map((word) => ({ words: [word], items: itemsWith(word) }));
    case 'all':
      return query.of.flatMap((part) => needed(part, itemsWith));
    case 'any':
      return oneOfEach(query.of.map((part) => impliedWords(part, itemsWith)));
    case 'not':
      return [];
  }
}

/** The rarest list of each part together. */
function oneOfEach(parts: readonly (readonly NeededWords[])[]): readonly NeededWords[] {
  const lists = parts.map(([rarest]) => rarest);
  if (!lists.every((list) => list !== undefined)) return [];
  const words = [...new Set(lists.flatMap((list) => list.words))];
  return words.length > mostWords ? [] : [{ words, items: lists.reduce((sum, { items }) => sum + items, 0) }];
}

/** About which part of all items a query finds, as if words knew nothing of each other. */
export function shareOfText(query: TextQuery, itemsWith: ItemsWith, items: number): number {
  const shareOf = (part: TextQuery): number => shareOfText(part, itemsWith, items);
  switch (query.kind) {
    case 'phrase':
      return Math.min(1, ...query.words.map((word) => itemsWith(word) / Math.max(1, items)));
    case 'all':
      return query.of.reduce((product, part) => product * shareOf(part), 1);
    case 'any':
      return Math.min(
        1,
        query.of.reduce((sum, part) => sum + shareOf(part), 0),
      );
    case 'not':
      return 1 - shareOf(query.of);
  }
}
