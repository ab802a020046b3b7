import { expect, test } from 'vitest';
import { namedCollections } from '../../web/src/catalog/named-collections.ts';

const listed = [{ id: 'a-1', title: 'Harbour by day' }, { id: 'a-2', title: 'Harbour by night' }, { id: 'b' }];
const idsOf = (chosen: readonly string[], words: string) => namedCollections(listed, chosen, words).map(({ id }) => id);

test('without words all are named, by their id where they have no title', () => {
  expect(idsOf([], ' ')).toEqual(['a-1', 'a-2', 'b']);
  expect(namedCollections(listed, [], '').at(-1)).toEqual({ id: 'b', title: 'b' });
});

test('all words are found, in title or id, in any order and case', () => {
  expect(idsOf([], 'NIGHT a-')).toEqual(['a-2']);
  expect(idsOf([], 'harbour boat')).toEqual([]);
});

test('what is chosen stays, also what is not listed', () => {
  expect(idsOf(['b', 'far'], 'night')).toEqual(['far', 'a-2', 'b']);
});
