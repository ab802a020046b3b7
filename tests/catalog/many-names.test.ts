import { afterAll, describe, expect, test } from 'vitest';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { mostProperties } from '../../server/src/catalog/property-statistics.ts';
import { fill, makeItem, put } from './contract/fixtures.ts';
import { ownSchema, whyNone, whySkipped } from './postgres/server.ts';
import { loadStore } from './sqlite/loaded-store.ts';

const namesAnItem = mostProperties / 4;
const item = (i: number) =>
  makeItem(`i${i}`, {
    properties: Object.fromEntries(Array.from({ length: namesAnItem }, (_, n) => [`name ${i} ${n}`, n])),
  });
const items = Array.from({ length: 5 }, (_, i) => item(i));

async function known(catalog: Catalog): Promise<readonly number[]> {
  const [own] = await catalog.statistics(['a'], 'all');
  const { properties } = await catalog.overview('all');
  return [own!.properties.size, properties.size];
}

async function comeAndGo(catalog: Catalog) {
  const full = await known(catalog);
  await catalog.deleteItems(items);
  const empty = await known(catalog);
  await put(catalog, [item(4)]);
  return { full, empty, again: await known(catalog) };
}

const bounded = {
  full: [mostProperties, mostProperties],
  empty: [0, 0],
  again: [namesAnItem + 1, namesAnItem + 1],
};

describe('items that each have names of their own do not make what is known of properties endless', () => {
  test('in the embedded catalogue', async () => {
    const store = await loadStore(items, { declared: [] });
    const seen = await comeAndGo(store.catalog);
    await store.close();
    expect(seen).toEqual(bounded);
  });

  describe.skipIf(whyNone !== null)(`on PostgreSQL${whySkipped}`, () => {
    const own = ownSchema();
    afterAll(() => own.drop());

    test('too', async () => {
      const { catalog } = await own.open();
      await fill(catalog, items);
      expect(await comeAndGo(catalog)).toEqual(bounded);
    });
  });
});
