import type { Collection } from '@swath/client';

export type NamedCollection = { readonly id: string; readonly title: string };

/** Those that are chosen, and all others whose title or id holds the words; an address may name one that is not listed. */
export function namedCollections(
  listed: readonly Pick<Collection, 'id' | 'title'>[],
  chosen: readonly string[],
  words: string,
): readonly NamedCollection[] {
  const named = listed.map(({ id, title }) => ({ id, title: title ?? id }));
  const others = chosen.filter((id) => !listed.some((each) => each.id === id)).map((id) => ({ id, title: id }));
  const holds = holding(words);
  return [...others, ...named.filter((each) => chosen.includes(each.id) || holds(each))];
}

/** Whether the title or the id holds all of the words. */
export function holding(words: string): (collection: Pick<Collection, 'id' | 'title'>) => boolean {
  const wanted = words.toLowerCase().split(/\s+/);
  return ({ id, title = '' }) => {
    const text = `${title} ${id}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}
