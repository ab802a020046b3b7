import { expect, test } from 'vitest';
import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import { deleteMatching } from '../../server/src/catalog/delete-matching.ts';
import { readSearchBody } from '../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { fill, find, makeItem, put } from './contract/fixtures.ts';

test('what is deleted by condition is read by its ids: a thousand items may have a gigabyte', async () => {
  const memory = createMemoryCatalog();
  const items = Array.from({ length: 2_500 }, (_, n) => makeItem(`i${n}`, { properties: { n } }));
  await fill(memory, [...items, makeItem('other', { collection: 'b', properties: { n: 1 } })]);
  const largest: number[] = [];
  const catalog: Catalog = {
    ...memory,
    search: () => Promise.reject(new Error('whole items are asked for')),
    async showItems(...asked) {
      const page = await memory.showItems(...asked);
      largest.push(page.between('', '').length / page.count);
      return page;
    },
  };
  const caller = { signal: new AbortController().signal, mayGoOn: async () => true };
  const place = { id: 'a', visibility: 'all' } as const;
  const conditions = readSearchBody({ filter: 'n > 9' });
  expect(await deleteMatching({ catalog }, place, conditions, async () => {}, caller)).toBe(2_490);
  expect(await find(memory)).toEqual([...Array.from({ length: 10 }, (_, n) => `i${n}`), 'other']);
  expect([largest.length, Math.max(...largest) < 100]).toEqual([3, true]);
});

test('an item that is changed after it was found, and matches no longer, stays', async () => {
  const memory = createMemoryCatalog();
  await fill(memory, [makeItem('one', { properties: { n: 1 } }), makeItem('two', { properties: { n: 1 } })]);
  const catalog: Catalog = {
    ...memory,
    async showItems(...asked) {
      const page = await memory.showItems(...asked);
      await put(memory, [makeItem('two', { properties: { n: 2 } })], 'upsert');
      return page;
    },
  };
  const caller = { signal: new AbortController().signal, mayGoOn: async () => true };
  const place = { id: 'a', visibility: 'all' } as const;
  const conditions = readSearchBody({ filter: 'n = 1' });
  expect(await deleteMatching({ catalog }, place, conditions, async () => {}, caller)).toBe(1);
  expect(await find(memory)).toEqual(['two']);
});
