import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { makeItem } from '../contract/fixtures.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';

const at = (id: string, datetime: string) => makeItem(id, { properties: { datetime } });
const items = Array.from({ length: 1_500 }, (_, n) => at(`i${n}`, new Date(Date.UTC(2018, 0, 1, n)).toISOString()));

let store: LoadedStore;
beforeAll(async () => {
  // Beside such times all others lie within one slab.
  store = await loadStore([...items, at('first', '0001-01-01T00:00:00Z'), at('last', '9999-12-31T23:59:59Z')], {
    declared: [],
  });
});
afterAll(() => store.close());

test.each(['-datetime', '+datetime'])(
  'sorted by %s a small page past many items that fail a test takes few statements over entries',
  (sortby) => {
    let statements = 0;
    const { search, close } = searchHere(store.file, {}, (sql) => {
      if (/\bentries\b/.test(sql)) statements++;
    });
    try {
      const { found } = search(readSearchBody({ filter: "absent = 'x'", sortby, limit: 1 }), 'all', () => false);
      expect(found).toEqual([]);
      // As few rows each time as at first would be some ninety, each of which sorts what is left of the slab.
      expect(statements).toBeLessThan(45);
    } finally {
      close();
    }
  },
);
