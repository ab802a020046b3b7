import { describe, expect, test } from 'vitest';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { compileRequest } from '../../../server/src/catalog/match-request.ts';
import { compareBySort, sortValuesReader } from '../../../server/src/catalog/sort-value.ts';
import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import { onEveryCatalog } from '../../catalog/contract/catalogs.ts';
import { fill, makeItem, put } from '../../catalog/contract/fixtures.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { expectedTiles, someItems, tilesPage } from './archive.ts';

// Within a zone, across the edge of two, south of the equator, across the antimeridian.
const places = [
  [-106.8, 35.1],
  [-108.1, 35.1],
  [151.0, -33.9],
  [179.9, -17],
] as const;

onEveryCatalog((fresh) => {
  describe.each(places)('tiles around %d %d', (west, south) => {
    const items = someItems(createRandom(testSeed() + west), 24, [west, south]);
    const bbox = [west + 0.03, south + 0.04, west + 0.13, south + 0.12];
    const searches = [
      {},
      { bbox: west > 179 ? [bbox[0], bbox[1], bbox[2]! - 360, bbox[3]] : bbox },
      { sortby: '+eo:cloud_cover', query: { 'eo:cloud_cover': { lt: 70 } } },
      { collections: ['b'], sortby: '-id' },
    ];

    test.each(searches)(
      '%j: each tile once, in order, on pages of any size, both ways and by the last id',
      async (body) => {
        const catalog = await fresh();
        await fill(catalog, items);
        const request = readSearchBody(body);
        const isFound = compileRequest(request, 'all');
        const valuesOf = sortValuesReader(request.sort);
        const ordered = items
          .filter((item) => isFound(item))
          .toSorted((a, b) => compareBySort(valuesOf(a), valuesOf(b), request.sort));
        const aoi = 'bbox' in body ? bboxGeometry(bbox)! : null;
        const expected = west > 179 ? null : expectedTiles(ordered, aoi);
        const whole = await tilesPage(catalog, { ...body, limit: 5_000 });
        const all = whole.found.map(({ id }) => id);
        expect(all.length).toBeGreaterThan(10);
        expect(all).toEqual(expected ?? all);
        expect(whole).toMatchObject({ next: null, prev: null, matched: { atLeast: all.length, isExact: true } });

        for (const limit of [3, 17]) {
          const forward: string[] = [];
          let page = await tilesPage(catalog, { ...body, limit });
          forward.push(...page.found.map(({ id }) => id));
          while (page.next !== null) {
            page = await tilesPage(catalog, { ...body, limit, token: page.next });
            forward.push(...page.found.map(({ id }) => id));
          }
          expect(forward).toEqual(all);
          const backward = page.found.map(({ id }) => id);
          while (page.prev !== null) {
            page = await tilesPage(catalog, { ...body, limit, token: page.prev });
            backward.unshift(...page.found.map(({ id }) => id));
          }
          expect(backward).toEqual(all);
        }
        const middle = Math.floor(all.length / 2);
        // An id is of one tile where no other collection has the acquisition there.
        const last = all.find((id, index) => index >= middle && all.indexOf(id) === all.lastIndexOf(id))!;
        const after = await tilesPage(catalog, { ...body, limit: 5_000, last });
        expect(after.found.map(({ id }) => id)).toEqual(all.slice(all.indexOf(last) + 1));
        const numbered = await tilesPage(catalog, { ...body, limit: 4, page: 3 });
        expect(numbered.found.map(({ id }) => id)).toEqual(all.slice(8, 12));
      },
    );
  });

  test('what arrives and goes between pages neither repeats nor loses what was there', async () => {
    const catalog = await fresh();
    const items = someItems(createRandom(7), 12, [-106.8, 35.1]);
    await fill(catalog, items);
    const before = (await tilesPage(catalog, { limit: 5_000 })).found.map(({ id }) => id);
    const first = await tilesPage(catalog, { limit: 5 });
    await put(catalog, [
      makeItem('newest', {
        collection: 'a',
        geometry: items[0]!.document['geometry'],
        properties: { datetime: '2025-01-01T00:00:00Z' },
      }),
    ]);
    const rest = await tilesPage(catalog, { limit: 5_000, token: first.next });
    expect([...first.found, ...rest.found].map(({ id }) => id)).toEqual(before);
    await catalog.deleteItem(first.found.at(-1)!.items[0]!.collection, first.found.at(-1)!.items[0]!.id, null);
    const without = await tilesPage(catalog, { limit: 5_000, token: first.next });
    const seen = without.found.map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(0);
  });
});
