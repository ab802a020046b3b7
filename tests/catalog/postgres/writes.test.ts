import { afterAll, describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { collections, declared, ids, randomWrite } from '../sqlite/random-writes.ts';
import { problemsOf } from './recount.ts';
import { type OwnSchema, ownSchema, whyNone, whySkipped } from './server.ts';

const seed = testSeed();

async function contentOf(catalog: Catalog) {
  const items = await Promise.all(
    collections.flatMap((collection) => ids.map((id) => catalog.getItem(collection, id, 'all'))),
  );
  const statistics = await catalog.statistics(null, 'all');
  const stored = await Promise.all(collections.map((id) => catalog.getCollection(id, 'all')));
  return {
    items: items.map((item) => item && { ...item, bytes: Buffer.from(item.bytes).toString() }),
    collections: stored.map((one) => one && { ...one, bytes: Buffer.from(one.bytes).toString() }),
    overview: [...(await catalog.overview('all')).properties.keys()].toSorted(),
    counts: statistics
      .map(({ collection, items, properties }) => ({
        collection,
        items,
        counts: [...properties].map(([name, { count }]) => `${name} ${count}`).toSorted(),
      }))
      .sort((a, b) => (a.collection < b.collection ? -1 : 1)),
  };
}

describe.skipIf(whyNone !== null)(`writes on PostgreSQL${whySkipped}`, () => {
  const schemas: OwnSchema[] = [];
  const fresh = () => {
    const own = ownSchema();
    schemas.push(own);
    return own;
  };
  afterAll(async () => {
    for (const own of schemas) await own.drop();
  });

  test(`random writes of two nodes by turns leave what the oracle has, and every derived row (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const oracle = createMemoryCatalog();
    const own = fresh();
    // What a value said stays in a summary when its item goes, which the oracle does not do.
    const nodes = [await own.open({ declared, summarised: [] }), await own.open({ declared, summarised: null })];
    for (let round = 0; round < 8; round++) {
      const { catalog } = nodes[round % 2]!;
      const writes = Array.from({ length: 10 }, () => randomWrite(random));
      const [found, expected] = await Promise.all(
        [catalog, oracle].map((each) => Promise.all(writes.map((write) => write(each)))),
      );
      expect({ round, found }).toEqual({ round, found: expected });
      expect(await contentOf(nodes[(round + 1) % 2]!.catalog)).toEqual(await contentOf(oracle));
      expect({ round, problems: await problemsOf(own) }).toEqual({ round, problems: [] });
    }
  });

  test('writers on several nodes at once: no count, version or arrival is lost', async () => {
    const own = fresh();
    const nodes = [await own.open(), await own.open(), await own.open()];
    const [first] = nodes;
    await putCollections(first!.catalog, 'a');
    const versions = new Set<string>();
    await Promise.all(
      nodes.flatMap(({ catalog }, node) =>
        Array.from({ length: 10 }, async (_, n) => {
          await put(
            catalog,
            [
              makeItem(`${node}-${n}`, { properties: { n, [`of ${node}`]: n } }),
              makeItem('shared', { properties: { node, n } }),
            ],
            'upsert',
          );
          versions.add(await catalog.version());
        }),
      ),
    );
    for (const { catalog } of nodes) {
      const [statistics] = await catalog.statistics(null, 'all');
      expect(statistics!.items).toBe(31);
      expect(statistics!.properties.get('of 2')!.count).toBe(10);
      expect(await find(catalog)).toHaveLength(31);
      expect(await catalog.version()).toBe(await first!.catalog.version());
      const { found } = await catalog.arrivals(0, 100, 'all');
      expect(new Set(found.map(({ arrival }) => arrival)).size).toBe(31);
    }
    expect(versions.size).toBeGreaterThan(1);
    expect(await problemsOf(own)).toEqual([]);
  });

  test('a load that fails midway leaves nothing', async () => {
    const own = fresh();
    const { catalog } = await own.open();
    await putCollections(catalog, 'a');
    const version = await catalog.version();
    // More than an index has room for, past whoever reads items, and not to be compressed.
    const letters = Array.from({ length: 2_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7_919) % 20_000)));
    const long = { ...makeItem('long'), id: letters.join('') };
    const good = Array.from({ length: 600 }, (_, i) => makeItem(`i${i}`));
    await expect(put(catalog, [...good, long])).rejects.toThrow(/index row/);
    expect(await find(catalog)).toEqual([]);
    expect(await catalog.version()).toBe(version);
    expect(await problemsOf(own)).toEqual([]);
  });

  test('others have their turn while the items of a bulk are read', async () => {
    const { catalog } = await fresh().open();
    await putCollections(catalog, 'a');
    let [turns, isOver] = [0, false];
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const read: number[] = [];
    function* writes() {
      for (let i = 0; i < 400; i++) {
        read.push(turns);
        yield { item: makeItem(`i${i}`), ifMatch: null };
      }
    }
    const reports = await catalog.putItems(writes() as never, 'insert');
    isOver = true;
    const inOneTurn = read.map((turn) => read.filter((each) => each === turn).length);
    expect([reports.length, Math.max(...inOneTurn)]).toEqual([400, 50]);
  });

  test('a property that is declared later is found and sorted by once it is indexed, and no more once it is dropped', async () => {
    const own = fresh();
    const plain = await own.open();
    await putCollections(plain.catalog, 'a');
    await put(
      plain.catalog,
      Array.from({ length: 450 }, (_, n) => makeItem(`i${String(n).padStart(3, '0')}`, { properties: { n: 450 - n } })),
    );
    await plain.close();
    const { catalog, isTended } = await own.open({ declared: ['n'] });
    while (isTended()) await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(await own.rows('SELECT name, is_ready FROM catalog_declared')).toEqual([{ name: 'n', is_ready: true }]);
    expect((await find(catalog, { sortby: 'n', limit: 2 })).slice(0, 2)).toEqual(['i449', 'i448']);
    expect(await find(catalog, { filter: 'n = 7' })).toEqual(['i443']);
    expect(await problemsOf(own)).toEqual([]);
  });
});
