import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCql2Json } from '../../server/src/catalog/languages/cql2-json.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { countRows, hasVectors, layer, whySkipped } from '../catalog/vector-files.ts';
import { sized } from '../support/sized.ts';
import { type Search, askPage, byGet, byPost, idsOf, walkPages } from './support-pages.ts';
import { type WriteService, featureCollection, startWriteService } from './writes-fixture.ts';

const layers = [...new Set(countRows().map(({ dataSource }) => dataSource))];
let swath: WriteService;
beforeAll(async () => {
  if (!hasVectors) return;
  swath = await startWriteService();
  for (const name of layers) await load(name);
});
afterAll(() => swath?.stop());

/** Each feature as an item: the properties as they are, and the time that STAC demands, unknown. */
async function load(name: string): Promise<void> {
  const items = layer(name).map(({ id, geometry, properties }) => ({
    type: 'Feature',
    stac_version: '1.0.0',
    id: String(id),
    geometry,
    properties: { ...properties, datetime: null },
    assets: {},
    links: [],
  }));
  await swath.collection(name);
  const answer = await swath.send('POST', `/collections/${name}/items`, { json: featureCollection(items) });
  expect(answer.json()).toMatchObject({ created: items.length, failed: 0 });
}

const credential = () => ({ token: swath.token });
const matched = async (search: Search) => (await askPage(swath.url, search, credential())).numberMatched;

describe.skipIf(!hasVectors)(`predicates of the standard's annex, over HTTP${whySkipped}`, () => {
  test('all 187 rows are there, and all features of the three layers', async () => {
    expect(countRows()).toHaveLength(187);
    expect(await matched(byPost({ limit: 0 }))).toBe(177 + 243 + 13);
  });

  // Each row by GET and by POST, in one of the ways that these have: the next row in the next one.
  test.each(countRows().map((row, at) => ({ ...row, at })))(
    '$conformanceClass: $filter',
    async ({ filter, dataSource, expectedCount, observedCount, at }) => {
      const json = toCql2Json(parseCql2Text(filter));
      const within = { collections: [dataSource], limit: 0 };
      const text = { filter, 'filter-lang': 'cql2-text' };
      const gets = [
        byGet({ ...text, collections: dataSource, limit: 0 }),
        byGet({ filter: json, 'filter-lang': 'cql2-json', collections: dataSource, limit: 0 }),
        byGet({ ...text, limit: 0 }, `/collections/${dataSource}/items`),
      ];
      const posts = [byPost({ ...within, filter: json }), byPost({ ...within, ...text })];
      const count = observedCount ?? expectedCount;
      const searches = [gets[at % gets.length]!, posts[at % posts.length]!];
      expect(await Promise.all(searches.map(matched))).toEqual([count, count]);
    },
  );
});

const sample = countRows().filter((row, i) => i % 5 === 0 && (row.observedCount ?? row.expectedCount) > 5);

describe.skipIf(!hasVectors)(`the same predicates, page by page${whySkipped}`, () => {
  test('the sample is worth its name', () => expect(sample.length).toBeGreaterThan(10));

  // Each row in two of the four ways, and in all of them in the proof.
  test.each(sample.map((row, at) => ({ ...row, at })))('$filter', async ({ filter, dataSource, at }) => {
    const matches = compileFilter(parseCql2Text(filter));
    const expected = layer(dataSource).flatMap((feature) => (matches(feature) === true ? [String(feature.id)] : []));
    const limit = 1 + Math.ceil(expected.length / 4);
    const json = toCql2Json(parseCql2Text(filter));
    const searches = [
      byGet({ filter, collections: dataSource, limit }),
      byGet({ filter: json, 'filter-lang': 'cql2-json', collections: dataSource, limit }),
      byGet({ filter, limit }, `/collections/${dataSource}/items`),
      byPost({ filter: json, collections: [dataSource], limit }),
    ];
    const step = sized(2, 1);
    for (const search of searches.filter((_, way) => way % step === at % step)) {
      const pages = await walkPages(swath.url, swath.service.config.baseUrl, search, credential());
      expect(pages.length).toBeGreaterThanOrEqual(Math.ceil(expected.length / limit));
      expect(pages.slice(0, -1).every(({ features }) => features.length === limit)).toBe(true);
      expect([...idsOf(pages)].sort()).toEqual([...expected].sort());
    }
  });
});
