import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../server/src/adapters/postgres/catalog/database/connections.ts';
import { momentsOn } from '../../server/src/adapters/postgres/catalog/database/read-moment.ts';
import { createSnapshots } from '../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import { searchPage } from '../../server/src/adapters/postgres/catalog/search/search-page.ts';
import { usualTuning } from '../../server/src/adapters/sqlite/catalog/reading/tuning.ts';
import { createAnswerer } from '../../server/src/adapters/sqlite/catalog/search/searcher.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { readSearchBody } from '../../server/src/catalog/languages/search-parameters.ts';
import { pagingByGet, pagingByPost, refuseCutShort } from '../../server/src/http/wire/catalog/page-links.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { fill, makeItem } from './contract/fixtures.ts';
import { goThrough, mostBytes } from './go-through-pages.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './postgres/server.ts';
import { loadStore } from './sqlite/loaded-store.ts';

/** The later ones are larger, and one alone is more than a page has room for. */
const items = Array.from({ length: 40 }, (_, i) =>
  makeItem(`i${String(i).padStart(2, '0')}`, { properties: { text: 'x'.repeat(i === 20 ? 30_000 : 100 * i) } }),
);
const ids = items.map(({ id }) => id);

const byGet = (query: object) => pagingByGet('https://host/search', 'application/json', { ...query });
const byPost = (body: object) => pagingByPost('https://host/search', 'application/json', { ...body });
const allOnce = { forth: ids, back: ids, isBound: true, isCut: true };

describe('a page that would have too many bytes ends before, and its links lead to all others once', () => {
  test('in the embedded catalogue', async () => {
    const store = await loadStore(items, { declared: [] });
    const connection = connect(store.file, { readOnly: true });
    const { show } = createAnswerer(connection, { ...usualTuning, mostPageBytes: mostBytes });
    const seen = await goThrough(async (body) => {
      const { own, start, end, next, prev } = show(readSearchBody(body), 'all', 'https://host', null, () => false);
      const text = Buffer.from(own!.buffer).toString('utf8', start, end);
      const found = JSON.parse(`[${text}]`) as readonly { readonly id: string }[];
      return { ids: found.map(({ id }) => id), bytes: text.length, next, prev };
    });
    connection.close();
    await store.close();
    expect(seen).toEqual(allOnce);
  });

  describe.skipIf(whyNone !== null)(`on PostgreSQL${whySkipped}`, () => {
    const own = ownSchema();
    const pool = createPool(serverUrl, { schema: own.schema, connections: 2, log: silentLog });
    beforeAll(async () => {
      const { catalog } = await own.open();
      await fill(catalog, items);
    });
    afterAll(async () => {
      await pool.end();
      await own.drop();
    });

    test('too', async () => {
      const moment = momentsOn(pool, pool, { timeoutMs: 30_000, isReplica: false });
      const snapshots = createSnapshots();
      const seen = await goThrough(async (body) => {
        const { found, next, prev } = await moment(undefined, (query) =>
          searchPage(query, snapshots, readSearchBody(body), 'all', undefined, mostBytes),
        );
        const bytes = found.reduce((sum, item) => sum + item.bytes.length, 0);
        return { ids: found.map(({ id }) => id), bytes, next, prev };
      });
      expect(seen).toEqual(allOnce);
    });
  });

  test('and is refused to who counts pages, and would pass over the rest of it', () => {
    const cut = { count: 3, next: 'token' };
    for (const paging of [byGet({ page: '1' }), byGet({ offset: '0' }), byPost({ page: 2 }), byPost({ offset: 0 })]) {
      expect(() => refuseCutShort(cut, 10, paging)).toThrow(/'limit' is too much for one page, which 3 of these/);
      for (const whole of [
        { count: 10, next: 'token' },
        { count: 3, next: null },
      ])
        expect(() => refuseCutShort(whole, 10, paging)).not.toThrow();
    }
    for (const paging of [byGet({}), byGet({ page: '' }), byPost({ page: null })])
      expect(() => refuseCutShort(cut, 10, paging)).not.toThrow();
  });
});
