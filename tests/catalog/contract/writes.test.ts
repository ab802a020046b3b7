import { expect, test } from 'vitest';
import { hasLinks, linksOffset } from '../../../server/src/catalog/stored-document.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { everything } from '../../../server/src/catalog/search-request.ts';
import { onEveryCatalog } from './catalogs.ts';
import { documentOf, fill, find, itemJson, makeCollection, makeItem, put, putCollections, search } from './fixtures.ts';

onEveryCatalog((fresh) => {
  test('an item comes back as it was stored, byte for byte, with its etag', async () => {
    const catalog = await fresh();
    const item = makeItem('one', { properties: { name: 'Zürich 🛰', nested: { a: [1, null] } } });
    await putCollections(catalog, 'a');
    expect(await put(catalog, [item])).toEqual([{ id: 'one', outcome: 'created', etag: item.etag }]);
    const stored = await catalog.getItem('a', 'one', 'all');
    expect(Buffer.from(stored!.bytes).equals(item.bytes)).toBe(true);
    expect(stored).toMatchObject({ collection: 'a', id: 'one', etag: item.etag });
    expect(await catalog.getItem('a', 'two', 'all')).toBeNull();
    expect(await catalog.getItem('b', 'one', 'all')).toBeNull();
  });

  test('stored bytes end where links are spliced in', async () => {
    const catalog = await fresh();
    const links = [
      { rel: 'self', href: 'https://elsewhere.example/one' },
      { rel: 'license', href: 'https://licence.example/' },
    ];
    await fill(catalog, [makeItem('bare'), makeItem('linked', { links })]);
    for (const [id, others] of [
      ['bare', 0],
      ['linked', 1],
    ] as const) {
      const stored = (await catalog.getItem('a', id, 'all'))!;
      const at = linksOffset(stored);
      const [before, after] = [stored.bytes.subarray(0, at), stored.bytes.subarray(at)].map((part) =>
        Buffer.from(part).toString(),
      );
      const spliced = `${before}${hasLinks(stored) ? ',' : ''}{"rel":"self","href":"x"}${after}`;
      const { links } = JSON.parse(spliced) as { links: { rel: string }[] };
      expect(links.map(({ rel }) => rel)).toEqual([...(others ? ['license'] : []), 'self']);
    }
  });

  test('insert refuses what exists, within one call too, and leaves it as it was', async () => {
    const catalog = await fresh();
    const first = makeItem('one', { properties: { n: 1 } });
    const second = makeItem('one', { properties: { n: 2 } });
    await putCollections(catalog, 'a');
    const outcomes = (await put(catalog, [first, second])).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['created', 'conflict']);
    expect(await put(catalog, [second])).toEqual([{ id: 'one', outcome: 'conflict', etag: null }]);
    expect((await catalog.getItem('a', 'one', 'all'))?.etag).toBe(first.etag);
  });

  test('upsert creates, replaces, and says when nothing changed; replace needs something to replace', async () => {
    const catalog = await fresh();
    const old = makeItem('one', { geometry: square0, properties: { n: 1 } });
    const moved = makeItem('one', { properties: { n: 2, datetime: '2021-01-01T00:00:00Z' } });
    await putCollections(catalog, 'a');
    const outcome = async (item: typeof old, mode: 'upsert' | 'replace') =>
      (await put(catalog, [item], mode))[0]!.outcome;
    expect(await outcome(old, 'replace')).toBe('missing');
    expect(await outcome(old, 'upsert')).toBe('created');
    expect(await outcome(old, 'upsert')).toBe('unchanged');
    expect(await outcome(moved, 'replace')).toBe('replaced');
    expect(await find(catalog, { bbox: [0, 0, 1, 1] })).toEqual([]);
    expect(await find(catalog, { bbox: [10, 10, 11, 11], datetime: '2021-01-01T00:00:00Z' })).toEqual(['one']);
    expect(await find(catalog, { query: { n: { eq: 1 } } })).toEqual([]);
  });

  test('if-match: the stored etag or *, else nothing is written', async () => {
    const catalog = await fresh();
    const [first, second] = [makeItem('one', { properties: { n: 1 } }), makeItem('one', { properties: { n: 2 } })];
    const write = async (item: typeof first, ifMatch: string) =>
      (await catalog.putItems([{ item, ifMatch }], 'upsert'))[0]!.outcome;
    await putCollections(catalog, 'a');
    expect(await write(first, '*')).toBe('precondition_failed');
    await put(catalog, [first]);
    expect(await write(second, 'another')).toBe('precondition_failed');
    expect((await catalog.getItem('a', 'one', 'all'))?.etag).toBe(first.etag);
    expect(await write(second, first.etag)).toBe('replaced');
    expect(await write(first, '*')).toBe('replaced');
    expect(await catalog.deleteItem('a', 'one', second.etag)).toBe('precondition_failed');
    expect(await catalog.deleteItem('a', 'one', first.etag)).toBe('deleted');
  });

  test('what is deleted is gone from every path, and can be created again', async () => {
    const catalog = await fresh();
    const items = ['one', 'two', 'three'].map((id) => makeItem(id));
    await fill(catalog, items);
    expect(await catalog.deleteItem('a', 'one', null)).toBe('deleted');
    expect(await catalog.deleteItem('a', 'one', null)).toBe('missing');
    expect(await catalog.getItem('a', 'one', 'all')).toBeNull();
    expect(await find(catalog, { ids: ['one'] })).toEqual([]);
    expect(await find(catalog, { bbox: [10, 10, 11, 11] })).toEqual(['three', 'two']);
    expect(
      await catalog.deleteItems([
        { collection: 'a', id: 'two' },
        { collection: 'a', id: 'none' },
      ]),
    ).toBe(1);
    expect((await put(catalog, [items[0]!]))[0]!.outcome).toBe('created');
    expect(await find(catalog)).toEqual(['one', 'three']);
  });

  test('a bulk load stores the good items and reports every one, in order', async () => {
    const catalog = await fresh();
    await putCollections(catalog, 'a');
    const features = [
      itemJson('good'),
      itemJson('bad-time', { properties: { datetime: '2020-06-15' } }),
      { type: 'Feature' },
      'no item',
      itemJson('good'),
      itemJson('elsewhere', { collection: 'b' }),
      itemJson('last', { collection: undefined }),
      itemJson('東'.repeat(401)),
    ];
    const body = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
    const loaded = await catalog.load(body, 'a', 'insert');
    expect([loaded.isBulk, loaded.hasHome]).toEqual([true, true]);
    const reports = [...loaded.features];
    expect(reports.map(({ index, id, outcome }) => [index, id, outcome])).toEqual([
      [0, 'good', 'created'],
      [1, 'bad-time', 'invalid'],
      [2, null, 'invalid'],
      [3, null, 'invalid'],
      [4, 'good', 'conflict'],
      [5, 'elsewhere', 'invalid'],
      [6, 'last', 'created'],
      [7, '東'.repeat(401), 'invalid'],
    ]);
    expect(reports[1]!.reason).toContain("'properties.datetime' must be");
    expect(reports[7]!.reason).toBe("'id' must have at most 1200 bytes in UTF-8");
    expect(reports[5]!.reason).toBe("'collection' must be 'a', where the item is to be stored");
    expect(await find(catalog)).toEqual(['good', 'last']);
  });

  test('a load takes one item as it is, and refuses what is neither', async () => {
    const catalog = await fresh();
    await putCollections(catalog, 'a');
    const load = (text: string) => catalog.load(Buffer.from(text), 'a', 'insert');
    const { isBulk, features } = await load(JSON.stringify(itemJson('one')));
    expect([isBulk, ...features]).toMatchObject([false, { id: 'one' }]);
    await expect(load('{"type":')).rejects.toMatchObject({ kind: 'unparsable_body' });
    await expect(load('[]')).rejects.toMatchObject({ kind: 'invalid_parameters' });
    await expect(load('{"type":"FeatureCollection"}')).rejects.toThrow("'features' must be an array of items");
    expect(await find(catalog)).toEqual(['one']);
  });

  test('an item needs its collection', async () => {
    const catalog = await fresh();
    const body = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [itemJson('one')] }));
    expect(await catalog.load(body, 'a', 'insert')).toMatchObject({ isBulk: true, hasHome: false });
    expect(await put(catalog, [makeItem('one')])).toEqual([{ id: 'one', outcome: 'no_collection', etag: null }]);
    expect(await find(catalog)).toEqual([]);
  });

  test('ids are unique within a collection only', async () => {
    const catalog = await fresh();
    await fill(catalog, [makeItem('same', { collection: 'b' }), makeItem('same', { collection: 'a' })]);
    const { found } = await search(catalog, { ids: ['same'] });
    expect(found.map(({ collection }) => collection)).toEqual(['a', 'b']);
    expect(await catalog.deleteItem('b', 'same', null)).toBe('deleted');
    expect(await catalog.getItem('a', 'same', 'all')).not.toBeNull();
  });

  test('collections: conflict, if-match, and deleting one takes its items along', async () => {
    const catalog = await fresh();
    const first = makeCollection('a');
    const second = makeCollection('a', { title: 'Second' });
    expect((await catalog.putCollection(first, 'replace', null)).outcome).toBe('missing');
    expect((await catalog.putCollection(first, 'insert', null)).outcome).toBe('created');
    expect((await catalog.putCollection(second, 'insert', null)).outcome).toBe('conflict');
    expect((await catalog.putCollection(second, 'upsert', 'another')).outcome).toBe('precondition_failed');
    await fill(catalog, [makeItem('one'), makeItem('two', { collection: 'b' })]);
    expect((await catalog.putCollection(second, 'replace', first.etag)).outcome).toBe('replaced');
    expect(documentOf((await catalog.getCollection('a', 'all'))!)).toEqual(second.document);
    expect(await catalog.getItem('a', 'one', 'all')).not.toBeNull();
    expect(await catalog.deleteCollection('a', first.etag)).toBe('precondition_failed');
    expect(await catalog.deleteCollection('a', second.etag)).toBe('deleted');
    expect(await catalog.deleteCollection('a', null)).toBe('missing');
    expect(await find(catalog)).toEqual(['two']);
    expect(await catalog.getItem('a', 'one', 'all')).toBeNull();
    await putCollections(catalog, 'a');
    expect(await find(catalog)).toEqual(['two']);
  });

  test('of items that were found by conditions, those that were changed since and match no longer stay', async () => {
    const catalog = await fresh();
    const items = ['same', 'changed', 'moved', 'other'].map((id) => makeItem(id, { properties: { n: 1 } }));
    await fill(catalog, items);
    const conditions = readSearchBody({ filter: 'n = 1', bbox: [10, 10, 11, 11] });
    const moved = makeItem('moved', { geometry: square0, properties: { n: 1 } });
    await put(catalog, [makeItem('changed', { properties: { n: 2 } }), moved], 'upsert');
    const keys = ['same', 'changed', 'moved', 'gone'].map((id) => ({ collection: 'a', id }));
    expect(await catalog.deleteItems(keys, conditions)).toBe(1);
    expect((await find(catalog)).toSorted()).toEqual(['changed', 'moved', 'other']);
    expect(await catalog.deleteItems(keys)).toBe(2);
  });

  test('collections are listed by id, in pages both ways', async () => {
    const catalog = await fresh();
    const ids = ['b', 'a', 'Z', 'ä', '😀', '\u{ffee}', 'c'];
    await putCollections(catalog, ...ids);
    const inOrder = ['Z', 'a', 'b', 'c', 'ä', '\u{ffee}', '😀'];
    const list = (limit: number, token: string | null = null) => catalog.listCollections({ limit, token }, 'all');
    const first = await list(3);
    const second = await list(3, first.next);
    const third = await list(3, second.next);
    const names = [first, second, third].map(({ found }) => found.map(({ id }) => id));
    expect(names.flat()).toEqual(inOrder);
    expect([first.prev, third.next]).toEqual([null, null]);
    expect((await list(3, third.prev)).found.map(({ id }) => id)).toEqual(names[1]);
    expect(first.matched).toEqual({ atLeast: 7, isExact: true });
    await expect(list(3, 'nonsense')).rejects.toThrow("'token' is not a token of this service");
  });

  test('the version changes with every write that changes something, and with no other', async () => {
    const catalog = await fresh();
    await putCollections(catalog, 'a');
    const seen = [await catalog.version()];
    await put(catalog, [makeItem('one')]);
    seen.push(await catalog.version());
    await catalog.deleteItem('a', 'one', null);
    seen.push(await catalog.version());
    await catalog.putCollection(makeCollection('b'), 'insert', null);
    seen.push(await catalog.version());
    expect(new Set(seen).size).toBe(4);
    await put(catalog, [makeItem('two')]);
    const last = await catalog.version();
    await put(catalog, [makeItem('two')], 'upsert');
    await put(catalog, [makeItem('two')], 'insert');
    await catalog.deleteItem('a', 'one', null);
    expect(await catalog.version()).toBe(last);
  });

  test('a search that nobody waits for is not answered', async () => {
    const catalog = await fresh();
    await expect(catalog.search(everything, 'all', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
}, 'with partitions');

const square0 = { type: 'Point', coordinates: [0.5, 0.5] };
