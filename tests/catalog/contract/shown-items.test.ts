import { describe, expect, test } from 'vitest';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { itemBytes } from '../../../server/src/http/wire/catalog/stac-links.ts';
import { onEveryCatalog } from './catalogs.ts';
import { documentOf, fill, makeItem, search } from './fixtures.ts';

const host = 'https://host/base';
const link = { rel: 'license', href: 'https://elsewhere/license' };

const items = [
  makeItem('plain'),
  makeItem('with a link & more', { links: [link] }),
  makeItem('ö€🛰', { properties: { title: 'ö€🛰', note: 'a\u2028b"[]}' } }),
  makeItem('local', { assets: { 'a b': { href: '/archive/a.tif' } } }),
  makeItem('elsewhere', { collection: 'b' }),
];

async function show(catalog: Catalog, body: object, opening = '{"features":[', closing = ']}') {
  const { between, giveBack, ...page } = await catalog.showItems(readSearchBody(body), 'all', host);
  const bytes = Buffer.from(between(opening, closing));
  giveBack();
  return { ...page, bytes, features: (JSON.parse(bytes.toString()) as { features: unknown[] }).features };
}

onEveryCatalog((fresh) => {
  const filled = async () => {
    const catalog = await fresh();
    await fill(catalog, items);
    return catalog;
  };

  describe('a page as it is sent', () => {
    test.each([{}, { limit: 2 }, { limit: 2, sortby: '-id' }, { ids: ['plain', 'local'] }, { ids: ['nobody'] }])(
      'has the bytes, tokens and count of what %j finds',
      async (body) => {
        const catalog = await filled();
        const { found, ...rest } = await search(catalog, body);
        const { bytes, features, ...page } = await show(catalog, body);
        const collections = expect.toSatisfy((given: string[]) => given.length === new Set(given).size) as string[];
        expect(page).toEqual({ ...rest, count: found.length, collections });
        expect(new Set(page.collections)).toEqual(new Set(found.map(({ collection }) => collection)));
        expect(features).toEqual(found.map((item) => documentOf({ bytes: itemBytes(host, item) })));
        const joined = found.map((item) => itemBytes(host, item).toString()).join(',');
        expect(bytes.toString()).toBe(`{"features":[${joined}]}`);
      },
    );

    test('has the members that were asked for', async () => {
      const { features } = await show(await filled(), { ids: ['plain'], fields: 'id,-type,-links', limit: 50 });
      expect(features).toEqual([{ stac_version: '1.0.0', id: 'plain', collection: 'a' }]);
    });

    test('may be longer than any memory that is lent, and so may what stands around it', async () => {
      const catalog = await fresh();
      const large = Array.from({ length: 5 }, (_, i) =>
        makeItem(`large-${i}`, { properties: { text: 'é€'.repeat(60_000) } }),
      );
      await fill(catalog, large);
      const { features } = await show(catalog, {}, `{"opening":"${'x'.repeat(3_000)}","features":[`);
      expect(features.map((one) => (one as { id: string }).id)).toEqual(large.map(({ id }) => id));
      const closing = `],"closing":"${'x'.repeat(600_000)}"}`;
      const { features: few } = await show(catalog, { limit: 1 }, '{"features":[', closing);
      expect(few).toHaveLength(1);
    });
  });
});
