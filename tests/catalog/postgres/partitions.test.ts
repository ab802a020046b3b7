import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import { partitionOf } from '../../../server/src/adapters/postgres/catalog/partitions/partitions.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { find, makeItem, put, putCollections } from '../contract/fixtures.ts';
import { declaredNames, manyItems } from '../sqlite/many-items.ts';
import { problemsOf } from './recount.ts';
import { type OwnSchema, ownSchema, whyNone, whySkipped } from './server.ts';

const seed = testSeed();
const at = (datetime: string | null) => ({ properties: { datetime } });

const nameOf = (dt: string): string => partitionOf(dt).name;

test('every time has its partition, and those of far times are few', () => {
  expect(nameOf('')).toBe('catalog_entries_untimed');
  expect(nameOf('0000-01-01T00:00:00')).toBe(nameOf('1969-12-31T23:59:59.999999999'));
  expect(nameOf('1970-01-01T00:00:00')).toBe('catalog_entries_1970');
  expect(nameOf('2049-12-31T23:59:59')).toBe('catalog_entries_2049');
  expect(nameOf('2050-01-01T00:00:00')).toBe(nameOf('9999-12-31T23:59:59.999999999'));
  for (const dt of ['', '0000-01-01T00:00:00', '2020-02-03T04:05:06.7', '9999-12-31T23:59:59.999999999']) {
    const { low, high } = partitionOf(dt);
    expect({ dt, isInside: low <= dt && dt < high }).toEqual({ dt, isInside: true });
  }
});

const namesIn = async ({ rows }: OwnSchema): Promise<readonly string[]> =>
  (await rows('SELECT name FROM catalog_partitions ORDER BY name')).map(({ name }) =>
    String(name).replace('catalog_entries_', ''),
  );

describe.skipIf(whyNone !== null)(`partitions on PostgreSQL${whySkipped}`, () => {
  const schemas: OwnSchema[] = [];
  const parted = async () => {
    const own = ownSchema();
    schemas.push(own);
    const node = await own.open({ declared: declaredNames });
    await own.part();
    return { own, node };
  };
  afterAll(async () => {
    for (const own of schemas) await own.drop();
  });

  test(`random writes of all times leave every derived row, and what the oracle finds (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const { own, node } = await parted();
    const other = await own.open({ declared: declaredNames });
    const oracle = createMemoryCatalog();
    const items = manyItems(seed, 90, 30);
    const some = <T>(all: readonly T[]): readonly T[] => all.filter(() => random.chance(0.4));
    const both = async <T>(catalog: Catalog, write: (catalog: Catalog) => Promise<T>) =>
      expect(await write(catalog)).toEqual(await write(oracle));
    for (const collection of new Set(items.map((item) => item.collection)))
      for (const catalog of [node.catalog, oracle]) await putCollections(catalog, collection);
    for (let round = 0; round < 3; round++) {
      const { catalog } = round % 2 === 0 ? node : other;
      // Some with the times of others: their entries go from one partition to another.
      const moved = items.map((item) =>
        makeItem(item.id, { ...item.document, properties: random.pick(items).document['properties'] as object }),
      );
      const [written, gone] = [some([...items, ...moved]), some(items)];
      await both(catalog, (each) => put(each, written, 'upsert'));
      await both(catalog, (each) => each.deleteItems(gone));
      for (const sortby of ['-datetime', 'datetime'])
        expect(await find(catalog, { sortby })).toEqual(await find(oracle, { sortby }));
      expect({ round, problems: await problemsOf(own) }).toEqual({ round, problems: [] });
    }
    expect((await namesIn(own)).length).toBeGreaterThan(5);
    expect(await own.rows('SELECT 1 FROM catalog_entries')).toEqual([]);
  });

  test('an item whose time moves has its entries in the other partition alone', async () => {
    const { own, node } = await parted();
    await putCollections(node.catalog, 'a');
    for (const time of ['2019-05-05T00:00:00Z', '2021-05-05T00:00:00Z', null, '1066-10-14T00:00:00Z']) {
      await put(node.catalog, [makeItem('one', at(time))], 'upsert');
      const places = await own.rows('SELECT DISTINCT tableoid::regclass::text AS place FROM catalog_entries_by_time');
      const name = nameOf(time?.slice(0, -1) ?? '');
      expect({ time, places: places.map(({ place }) => String(place).split('.').at(-1)) }).toEqual({
        time,
        places: [name],
      });
      expect(await find(node.catalog)).toEqual(['one']);
    }
    expect(await namesIn(own)).toEqual(['2019', '2021', 'early', 'untimed']);
    expect(await problemsOf(own)).toEqual([]);
  });

  test('nodes that need the same new partition at once make it once, and no write is lost', async () => {
    const { own, node } = await parted();
    const nodes = [node, await own.open({ declared: declaredNames }), await own.open({ declared: declaredNames })];
    await putCollections(node.catalog, 'a');
    for (let year = 2001; year < 2006; year++)
      await Promise.all(
        nodes.map(({ catalog }, n) => put(catalog, [makeItem(`${year}-${n}`, at(`${year}-01-01T00:00:00Z`))])),
      );
    expect(await find(node.catalog)).toHaveLength(15);
    expect(await namesIn(own)).toEqual(['2001', '2002', '2003', '2004', '2005']);
    expect(await problemsOf(own)).toEqual([]);
  });

  test('a write that fails after it made a partition leaves neither', async () => {
    const { own, node } = await parted();
    await putCollections(node.catalog, 'a');
    const good = Array.from({ length: 600 }, (_, n) => makeItem(`i${n}`, at('2031-01-01T00:00:00Z')));
    // As no item that was read has it: the database has no room for such a row.
    const bad = { ...makeItem('bad'), id: incompressible(9_000) };
    await expect(put(node.catalog, [...good, bad])).rejects.toThrow('index row');
    expect(await namesIn(own)).toEqual([]);
    await put(node.catalog, good);
    expect(await namesIn(own)).toEqual(['2031']);
    expect(await problemsOf(own)).toEqual([]);
  });
});

const incompressible = (length: number): string => randomBytes(length / 2).toString('hex');
