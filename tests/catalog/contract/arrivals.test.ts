import { expect, test } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import { onEveryCatalog } from './catalogs.ts';
import { documentOf, fill, makeCollection, makeItem, put, putCollections } from './fixtures.ts';

/** All that came after, in pages of that size, with their numbers. */
async function follow(catalog: Catalog, after: number, limit: number, visibility: Visibility = 'all') {
  const seen: { readonly id: string; readonly arrival: number }[] = [];
  for (let at = after; ;) {
    const { found, last } = await catalog.arrivals(at, limit, visibility);
    seen.push(...found.map(({ id, arrival }) => ({ id, arrival })));
    if (last === at) return { seen, ids: seen.map(({ id }) => id), last };
    at = last;
  }
}

onEveryCatalog((fresh) => {
  test('items come in the order in which they were created, each once, whatever the page', async () => {
    const catalog = await fresh();
    const { last: before, feed } = await catalog.lastArrival();
    await fill(
      catalog,
      ['c', 'a', 'b'].map((id) => makeItem(id)),
    );
    await put(catalog, [makeItem('d'), makeItem('a', { properties: { n: 2 } })], 'upsert');
    for (const limit of [1, 2, 100]) {
      const { ids, seen, last } = await follow(catalog, before, limit);
      expect(ids).toEqual(['c', 'a', 'b', 'd']);
      expect(seen.map(({ arrival }) => arrival)).toEqual(seen.map(({ arrival }) => arrival).sort((x, y) => x - y));
      expect(await catalog.lastArrival()).toEqual({ feed, last });
    }
  });

  test('an item that is replaced keeps its number and comes as it is now; one that is deleted does not come', async () => {
    const catalog = await fresh();
    const { last: before } = await catalog.lastArrival();
    await fill(catalog, [makeItem('one'), makeItem('two')]);
    const { last } = await catalog.lastArrival();
    await put(catalog, [makeItem('one', { properties: { n: 2 } })], 'replace');
    await catalog.deleteItem('a', 'two', null);
    const { found } = await catalog.arrivals(before, 10, 'all');
    expect(found.map((item) => [item.id, documentOf(item)['properties']])).toMatchObject([['one', { n: 2 }]]);
    expect((await catalog.arrivals(last, 10, 'all')).found).toEqual([]);
    expect(await catalog.lastArrival()).toMatchObject({ last });
  });

  test('a number is never given again, also where the last items, or all of them, are deleted', async () => {
    const catalog = await fresh();
    await fill(catalog, [makeItem('one'), makeItem('two')]);
    let { last } = await catalog.lastArrival();
    for (const remove of [
      () => catalog.deleteItem('a', 'two', null),
      () =>
        catalog.deleteItems([
          { collection: 'a', id: 'one' },
          { collection: 'a', id: 'next' },
        ]),
      () => catalog.deleteCollection('a', null),
    ]) {
      await remove();
      await catalog.putCollection(makeCollection('a'), 'upsert', null);
      await put(catalog, [makeItem('next')], 'upsert');
      const { ids, last: now } = await follow(catalog, last, 10);
      expect(ids).toEqual(['next']);
      expect(now).toBeGreaterThan(last);
      last = now;
      await catalog.deleteItem('a', 'next', null);
    }
  });

  test('what was refused, or was there already, has not arrived', async () => {
    const catalog = await fresh();
    await fill(catalog, [makeItem('one')]);
    const { last } = await catalog.lastArrival();
    await put(catalog, [makeItem('one', { properties: { n: 3 } })], 'insert');
    await put(catalog, [makeItem('one')], 'upsert');
    await put(catalog, [makeItem('stray', { collection: 'nowhere' })], 'upsert');
    await put(catalog, [makeItem('none')], 'replace');
    expect((await catalog.arrivals(last, 10, 'all')).found).toEqual([]);
  });

  test('grants hold: what is not visible is passed over', async () => {
    const catalog = await fresh();
    const { last: before } = await catalog.lastArrival();
    await putCollections(catalog, 'a', 'b');
    await put(catalog, [
      makeItem('1'),
      makeItem('2', { collection: 'b' }),
      makeItem('3'),
      makeItem('4', { collection: 'b' }),
    ]);
    expect((await follow(catalog, before, 1, new Set(['b']))).ids).toEqual(['2', '4']);
    const { last } = await catalog.lastArrival();
    expect(await catalog.arrivals(before, 10, new Set())).toEqual({ found: [], last });
  });

  test('of large items fewer come at once, at least one', async () => {
    const catalog = await fresh();
    const { last: before } = await catalog.lastArrival();
    const text = 'x'.repeat(3_000_000);
    await fill(
      catalog,
      ['1', '2', '3', '4'].map((id) => makeItem(id, { properties: { text } })),
    );
    expect((await follow(catalog, before, 100)).ids).toEqual(['1', '2', '3', '4']);
  });

  test('writers side by side: a follower sees every item once', async () => {
    const catalog = await fresh();
    const { last: before } = await catalog.lastArrival();
    await putCollections(catalog, 'a');
    const seen: string[] = [];
    let at = before;
    let isDone = false;
    const following = (async () => {
      for (;;) {
        const wasDone = isDone;
        const { found, last } = await catalog.arrivals(at, 7, 'all');
        seen.push(...found.map(({ id }) => id));
        if (wasDone && last === at) return;
        at = last;
        await new Promise((resolve) => void setImmediate(resolve));
      }
    })();
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        await put(catalog, [makeItem(`${n}-a`), makeItem(`${n}-gone`), makeItem(`${n}-b`)]);
      }),
    );
    isDone = true;
    await following;
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(300);
  });
});
