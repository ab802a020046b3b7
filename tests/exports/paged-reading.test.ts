import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SqliteCatalog, openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { openThreadCatalog } from '../../server/src/adapters/thread-catalog/open-thread-catalog.ts';
import { createPagedThreadCatalog } from '../../server/src/adapters/thread-catalog/paged-thread-catalog.ts';
import type { Chunks, Stop, ThreadCatalog } from '../../server/src/adapters/thread-catalog/thread-catalog.ts';
import { readSearchBody } from '../../server/src/catalog/languages/search-parameters.ts';
import type { SearchRequest } from '../../server/src/catalog/search-request.ts';
import { idAlone } from '../../server/src/catalog/shown/ids-alone.ts';
import type { Visibility } from '../../server/src/catalog/visibility.ts';
import { fill, makeItem, square } from '../catalog/contract/fixtures.ts';
import { temporaryFolder } from '../ingest/support.ts';
import { createRandom } from '../support/seeded-random.ts';

const random = createRandom(20_261_117);
const someItem = (id: string, collection: string) =>
  makeItem(id, {
    collection,
    geometry: random.pick([null, square(random.below(300) - 150, random.below(120) - 60, 3)]),
    properties: {
      datetime: `2020-01-${10 + random.below(19)}T00:00:00Z`,
      // The last ones are others in the rows of a store.
      cloud: random.pick([undefined, null, 0, 5, 50, 99.5, '5', true, 1e-17, 'a\0', 'a\uFFFD', '\uD800']),
      hidden: random.below(50),
    },
  });
// Every fourth id is used in two collections.
const items = Array.from({ length: 300 }, (_, i) => [
  someItem(`i${i}`, 'a'),
  ...(i % 4 === 0 ? [someItem(`i${i}`, 'b')] : []),
  someItem(`c${i}`, 'c'),
]).flat();

let opened: SqliteCatalog;
let embedded: ThreadCatalog;
let paged: ReturnType<typeof createPagedThreadCatalog>;
beforeAll(async () => {
  const file = join(temporaryFolder(), 'catalog.db');
  opened = await openSqliteCatalog(file, { declared: ['cloud'] });
  await fill(opened.catalog, items);
  embedded = await openThreadCatalog({ store: 'sqlite', file }, { chunkBytes: 5_000 });
  paged = createPagedThreadCatalog(opened.catalog, ['cloud'], { chunkBytes: 5_000 });
});
afterAll(async () => {
  await embedded.close();
  await opened.close();
});

const stop: Stop = { signal: new AbortController().signal, isStopped: () => false };

async function wholeOf(chunks: Chunks) {
  const ahead = await chunks.lookAhead();
  const found: string[] = [];
  for (let some = await chunks.next(); some.length > 0; some = await chunks.next())
    found.push(...some.map(({ collection, id, etag }) => `${collection}/${id} ${etag}`));
  return { ahead, found, position: chunks.position(), isMore: await chunks.isMore() };
}

const bodies = Array.from({ length: 40 }, () => ({
  collections: random.pick([undefined, ['a', 'c']]),
  bbox: random.pick([undefined, [-60, -50, 60, 50]]),
  filter: random.pick([undefined, 'cloud < 10', 'hidden = 7']),
  sortby: random.pick([undefined, '-cloud', '+cloud', '+cloud,-id', '+id']),
}));

describe('the catalogue read by pages of its port', () => {
  test('gives what the embedded reader gives, in its order, with the same places and counts', async () => {
    for (const [index, body] of bodies.entries()) {
      const visibility: Visibility = index % 3 === 0 ? new Set(['a', 'b']) : 'all';
      const more = { limit: random.pick([3, 70, 1_000]), skip: random.pick([0, 0, 5, 200]) };
      const request: SearchRequest = { ...readSearchBody(body, { isUnbounded: true }), ...more };
      const expected = await wholeOf(embedded.chunks(request, visibility, stop));
      expect([body, await wholeOf(paged.chunks(request, visibility, stop))]).toEqual([body, expected]);
      // A second reader that begins where the first ended.
      const next: SearchRequest = { ...request, position: expected.position, skip: 0 };
      const rest = await wholeOf(embedded.chunks(next, visibility, stop));
      expect([body, await wholeOf(paged.chunks(next, visibility, stop))]).toEqual([body, rest]);
    }
  });

  test('asks for few pages, as an order that no index has is made anew for each', async () => {
    let pages = 0;
    const search: typeof opened.catalog.search = (...asked) => {
      pages++;
      return opened.catalog.search(...asked);
    };
    const counted = createPagedThreadCatalog({ ...opened.catalog, search }, [], { chunkBytes: 5_000 });
    const chunks = counted.chunks(readSearchBody({ sortby: '+hidden' }, { isUnbounded: true }), 'all', stop);
    let [given, parts] = [0, 0];
    for (let some = await chunks.next(); some.length > 0; some = await chunks.next()) {
      given += some.length;
      parts++;
    }
    expect([given, parts > 30, pages < 10]).toEqual([items.length, true, true]);
  });

  test('knows how many there are where the store has it at hand, and never says a wrong number', async () => {
    const all = readSearchBody({}, { isUnbounded: true });
    expect(await paged.chunks(all, 'all', stop).matched()).toBe(items.length);
    const some = readSearchBody({ filter: 'hidden = 7' }, { isUnbounded: true });
    const matched = await paged.chunks(some, 'all', stop).matched();
    expect([
      null,
      items.filter(({ document }) => (document['properties'] as { hidden: number }).hidden === 7).length,
    ]).toContain(matched);
  });

  test('goes on after items that were deleted meanwhile, and stops when it is told', async () => {
    const request = readSearchBody(
      { collections: ['c'], sortby: [{ field: 'id', direction: 'asc' }] },
      { isUnbounded: true },
    );
    const chunks = paged.chunks(request, 'all', stop);
    const first = await chunks.next();
    await opened.catalog.deleteItems(first);
    const { found } = await wholeOf(chunks);
    expect(found).toHaveLength(300 - first.length);
    await opened.catalog.putItems(
      items.filter(({ collection }) => collection === 'c').map((item) => ({ item, ifMatch: null })),
      'upsert',
    );
    const leaving = new AbortController();
    const left = paged.chunks(request, 'all', { signal: leaving.signal, isStopped: () => leaving.signal.aborted });
    await left.next();
    leaving.abort(new Error('nobody waits'));
    await expect((async () => wholeOf(left))()).rejects.toThrow('nobody waits');
  });

  test('counts ahead by ids alone: documents are read once, when they are given', async () => {
    const asked: SearchRequest['fields'][] = [];
    const search: typeof opened.catalog.search = (request, ...rest) => {
      asked.push(request.fields);
      return opened.catalog.search(request, ...rest);
    };
    const counted = createPagedThreadCatalog({ ...opened.catalog, search }, []);
    const chunks = counted.chunks(readSearchBody({ sortby: '+hidden' }, { isUnbounded: true }), 'all', stop);
    expect(await chunks.lookAhead()).toBe(items.length);
    expect(asked).toEqual([idAlone]);
  });

  test('knows collections and arrivals as the embedded one does', async () => {
    expect(await paged.collection('none')).toBeNull();
    expect((await paged.collection('a'))?.bytes.length).toBeGreaterThan(10);
    expect((await paged.arrivals(10, 20)).found.map(({ id }) => id)).toEqual(
      (await embedded.arrivals(10, 20)).found.map(({ id }) => id),
    );
  });
});
