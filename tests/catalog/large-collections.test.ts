import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCollections } from '../../server/src/adapters/postgres/catalog/collections/list-collections.ts';
import {
  createSeenCollections as createSeenOnPostgres,
  searchCollections as searchOnPostgres,
} from '../../server/src/adapters/postgres/catalog/collections/search-collections.ts';
import { createPool } from '../../server/src/adapters/postgres/catalog/database/connections.ts';
import { queryOn } from '../../server/src/adapters/postgres/catalog/database/query.ts';
import { createCollectionList } from '../../server/src/adapters/sqlite/catalog/collections/list-collections.ts';
import { searchCollections } from '../../server/src/adapters/sqlite/catalog/collections/search-collections.ts';
import { createSeenCollections } from '../../server/src/adapters/sqlite/catalog/collections/seen-collections.ts';
import { createStatements } from '../../server/src/adapters/sqlite/catalog/file/statements.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { type CollectionSearch, everyCollection } from '../../server/src/catalog/collections/collection-search.ts';
import { readPageToken } from '../../server/src/catalog/page-token.ts';
import type { Catalog, CollectionListing, Found, StoredCollection } from '../../server/src/catalog/ports.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { makeCollection } from './contract/fixtures.ts';
import { type Page, goThrough, mostBytes } from './go-through-pages.ts';
import { ownSchema, serverUrl, whyNone, whySkipped } from './postgres/server.ts';
import { loadStore } from './sqlite/loaded-store.ts';

/** The later ones are larger, and one alone is more than a page has room for. */
const homes = Array.from({ length: 40 }, (_, i) =>
  makeCollection(`c${String(i).padStart(2, '0')}`, { title: 'x'.repeat(i === 20 ? 30_000 : 100 * i) }),
);
const ids = homes.map(({ id }) => id);
const granted = new Set([...ids, 'none']);
const lastFirst = [{ field: 'id', isDescending: true }];

async function fill(catalog: Catalog): Promise<void> {
  for (const home of homes) await catalog.putCollection(home, 'insert', null);
}

function pageOf({ found, next, prev }: Found<StoredCollection>): Page {
  return { ids: found.map(({ id }) => id), bytes: found.reduce((sum, { bytes }) => sum + bytes.length, 0), next, prev };
}

const searchFor = ({ limit, token }: CollectionListing): CollectionSearch => ({
  ...everyCollection,
  sort: lastFirst,
  limit,
  position: token === null ? null : readPageToken(token, lastFirst),
});

const asListing = (body: object): CollectionListing => ({ token: null, ...(body as { readonly limit: number }) });
const allOnce = { forth: ids, back: ids, isBound: true, isCut: true };
const lastOnesFirst = { ...allOnce, forth: ids.toReversed(), back: ids.toReversed() };

describe('a page of collections that would have too many bytes ends before, and its links lead to all others once', () => {
  test('in the embedded catalogue', async () => {
    const store = await loadStore([], { declared: [] });
    await fill(store.catalog);
    const connection = connect(store.file, { readOnly: true });
    const prepare = createStatements(connection);
    const list = createCollectionList(prepare, mostBytes);
    const needs = { prepare, seen: createSeenCollections(prepare, () => {}), check: () => {} };
    const all = await goThrough(async (body) => pageOf(list(asListing(body), 'all')));
    const visible = await goThrough(async (body) => pageOf(list(asListing(body), granted)));
    const sorted = await goThrough(async (body) =>
      pageOf(searchCollections(needs, searchFor(asListing(body)), 'all', mostBytes)),
    );
    connection.close();
    await store.close();
    expect([all, visible, sorted]).toEqual([allOnce, allOnce, lastOnesFirst]);
  });

  describe.skipIf(whyNone !== null)(`on PostgreSQL${whySkipped}`, () => {
    const own = ownSchema();
    const pool = createPool(serverUrl, { schema: own.schema, connections: 2, log: silentLog });
    beforeAll(async () => {
      const { catalog } = await own.open();
      await fill(catalog);
    });
    afterAll(async () => {
      await pool.end();
      await own.drop();
    });

    test('too', async () => {
      const [query, seen] = [queryOn(pool), createSeenOnPostgres()];
      const listed = (visibility: 'all' | ReadonlySet<string>) =>
        goThrough(async (body) => pageOf(await listCollections(query, asListing(body), visibility, mostBytes)));
      const sorted = await goThrough(async (body) =>
        pageOf(await searchOnPostgres(query, seen, searchFor(asListing(body)), 'all', mostBytes)),
      );
      expect([await listed('all'), await listed(granted), sorted]).toEqual([allOnce, allOnce, lastOnesFirst]);
    });
  });
});
