import { expect, test, vi } from 'vitest';
import { settleAtStart } from '../../../server/src/adapters/sqlite/catalog/tend/settle-at-start.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { parseItem } from '../../../server/src/catalog/item.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { fill, find, idsOf, makeItem, put } from '../contract/fixtures.ts';
import { truthOf } from './compare-pages.ts';
import { searchHere } from './loaded-store.ts';
import { manyItems } from './many-items.ts';
import { randomQuery, randomTexts } from './random-texts.ts';
import { problemsOf } from './recount.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();

/** As a release left it that knew of no texts. */
function forgetTexts(file: string): void {
  const connection = connect(file);
  connection.exec('DELETE FROM texts; DELETE FROM word_rows; DELETE FROM word_counts');
  connection.exec(`DELETE FROM state WHERE name = 'text_version'`);
  connection.close();
}

const keysOf = (found: readonly { readonly collection: string; readonly id: string }[]) =>
  found.map(({ collection, id }) => `${collection}/${id}`);

test(`an older catalogue answers from documents until its texts are read (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const items = manyItems(seed, 250, 250).map(({ document }) =>
    parseItem({ ...document, properties: { ...(document['properties'] as object), ...randomTexts(random) } }),
  );
  const file = temporaryFile();
  const before = await open(file);
  await fill(before.catalog, items);
  await before.close();
  forgetTexts(file);
  const connection = connect(file);
  settleAtStart(connection, []);
  connection.close();
  const queries = Array.from({ length: 20 }, () => ({ q: randomQuery(random), limit: 1_000 }));
  const expected = queries.map((body) => truthOf(items, body, 'all').rows.map(({ key }) => key));
  const asked: string[] = [];
  const here = searchHere(file, {}, (sql) => void asked.push(sql));
  const early = queries.map((body) => keysOf(here.search(readSearchBody(body), 'all', () => false).found));
  expect(early).toEqual(expected);
  expect(asked.some((sql) => /FROM (words|word_rows|texts)/.test(sql))).toBe(false);

  const after = await open(file);
  const more = makeItem('written meanwhile', { collection: items[0]!.collection, properties: { title: 'meanwhile' } });
  await put(after.catalog, [more]);
  const problems = () => problemsOf(file).filter((text) => /^(?:texts|words|word_counts):/.test(text));
  await vi.waitFor(() => expect(problems()).toEqual([]), { timeout: 20_000, interval: 100 });
  asked.length = 0;
  const late = queries.map((body) => keysOf(here.search(readSearchBody(body), 'all', () => false).found));
  expect(late.map((keys) => keys.filter((key) => !key.endsWith('/written meanwhile')))).toEqual(expected);
  expect(asked.some((sql) => /FROM word_rows/.test(sql))).toBe(true);
  expect(await find(after.catalog, { q: 'meanwhile' })).toEqual(['written meanwhile']);
  here.close();
});

test('a search by words of an older catalogue that reads too many documents is refused with a reason', async () => {
  const file = temporaryFile();
  const store = await open(file);
  await fill(
    store.catalog,
    Array.from({ length: 40 }, (_, i) => makeItem(`item-${i}`, { properties: { title: `number ${i}` } })),
  );
  await store.close();
  forgetTexts(file);
  const connection = connect(file);
  settleAtStart(connection, []);
  connection.close();
  const here = searchHere(file, { mostDocuments: 20 });
  const ask = (body: object) => here.search(readSearchBody(body), 'all', () => false);
  expect(() => ask({ q: '39' })).toThrow(/stopped after 20 items/);
  expect(idsOf(ask({ q: '39', ids: ['item-39', 'item-3'] }))).toEqual(['item-39']);
  here.close();
});

test('a text of a megabyte is stored, found by its beginning, and removed with its item', async () => {
  const file = temporaryFile();
  const { catalog } = await open(file);
  const words = Array.from({ length: 150_000 }, (_, i) => `w${i}`).join(' ');
  await fill(catalog, [
    makeItem('large', { properties: { title: 'first', description: words } }),
    makeItem('long', { properties: { title: `${'x'.repeat(500_000)} after` } }),
  ]);
  expect(await find(catalog, { q: 'first AND w1' })).toEqual(['large']);
  expect(await find(catalog, { q: 'w149999' })).toEqual([]);
  expect(await find(catalog, { q: 'x'.repeat(64) })).toEqual(['long']);
  expect(await find(catalog, { q: 'x'.repeat(63) })).toEqual([]);
  await put(catalog, [makeItem('large', { properties: { title: 'small' } })], 'upsert');
  expect(await find(catalog, { q: 'w1' })).toEqual([]);
  expect(problemsOf(file)).toEqual([]);
});

test('thousands of items of one moment are paged in their order', async () => {
  const file = temporaryFile();
  const { catalog } = await open(file);
  const random = createRandom(seed);
  const items = Array.from({ length: 3_000 }, (_, i) =>
    makeItem(`item-${String(i).padStart(4, '0')}`, {
      properties: {
        datetime: random.pick(['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z', null, '2021-05-01T00:00:00Z']),
        title: random.chance(0.4) ? 'elevation model' : 'other model',
      },
    }),
  );
  await fill(catalog, items);
  for (const body of [{ q: 'elevation' }, { q: 'elevation', sortby: '+datetime' }, { q: 'elevation AND model' }]) {
    const expected = truthOf(items, body, 'all').rows.map(({ key }) => key.slice(2));
    expect(await find(catalog, body)).toEqual(expected);
    const here = searchHere(file, { fewRows: 0, firstProbe: 1, textCost: 1e6, mostInSlab: 64 });
    const pages: string[] = [];
    for (let token: string | null = null; ;) {
      const page = here.search(readSearchBody({ ...body, limit: 400, token }), 'all', () => false);
      pages.push(...idsOf(page));
      token = page.next;
      if (token === null) break;
    }
    here.close();
    expect(pages).toEqual(expected);
  }
});
