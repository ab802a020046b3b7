import { expect, test } from 'vitest';
import type { Measure } from '../../../server/src/catalog/aggregate/measure.ts';
import { timeSteps } from '../../../server/src/catalog/aggregate/measure.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import { type Random, createRandom, testSeed } from '../../support/seeded-random.ts';
import { sized } from '../../support/sized.ts';
import { onEveryCatalog } from './catalogs.ts';
import { fill, makeItem, putCollections, square } from './fixtures.ts';
import { collections, randomItem } from './random-archive.ts';

const seed = testSeed();

const ask = async (catalog: Catalog, measures: readonly Measure[], body: object = {}, visibility: Visibility = 'all') =>
  catalog.aggregate({ search: readSearchBody(body), measures }, visibility);

const fixed: readonly Measure[] = [
  { kind: 'count' },
  { kind: 'earliest' },
  { kind: 'latest' },
  { kind: 'collections' },
];

const randomMeasure = (random: Random): Measure =>
  random.pick<Measure>([
    ...fixed,
    { kind: 'times', step: random.pick(timeSteps) },
    { kind: 'times', step: random.pick(timeSteps) },
    { kind: 'terms', property: random.pick(['platform', 'v', 'n', 'nothing']) },
    {
      kind: 'numbers',
      property: random.pick(['eo:cloud_cover', 'n', 'v']),
      step: random.pick([0.01, 0.1, 0.3, 1, 5, 2.5, 1_000]),
    },
    { kind: 'geohash', precision: random.pick([1, 2, 3, 4, 7, 12]) },
    { kind: 'tiles', zoom: random.pick([0, 1, 5, 7, 8, 20, 29]) },
    { kind: 'cells', steps: random.pick([1, 6, 12, 24]) },
  ]);

const randomBody = (random: Random): object => ({
  ...random.pick([{}, {}, {}, { collections: [random.pick(collections)] }, { collections: ['a', 'c'] }]),
  ...random.pick([
    {},
    {},
    {},
    { bbox: [-60, -50, 60, 50] },
    { bbox: [170, -90, -170, 90] },
    { intersects: square(0, 0, 9) },
  ]),
  ...random.pick([{}, {}, {}, { datetime: '2020-01-01T00:00:00Z/..' }, { ids: ['i1', 'i2', 'i3', 'i40'] }]),
  ...random.pick([
    {},
    {},
    {},
    { filter: '"eo:cloud_cover" < 10' },
    { q: 'one' },
    { filter: "platform = 'one' OR n > 5" },
    { filter: 'S_WITHIN(geometry, BBOX(-90, -45, 90, 45))' },
  ]),
});

const randomGrants = (random: Random): Visibility =>
  random.pick<Visibility>(['all', 'all', 'all', new Set(['b']), new Set(['a', 'c', 'gone']), new Set()]);

onEveryCatalog((fresh) => {
  test(`random questions equal the answer of the reference, while items come, change and go (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const catalog = await fresh();
    const oracle = createMemoryCatalog();
    const both = [catalog, oracle];
    for (const each of both) await putCollections(each, ...collections);
    let [asked, filled] = [0, 0];
    for (let round = 0; round < 6; round++) {
      const items = Array.from({ length: 60 }, () => randomItem(random, `i${random.below(90)}`));
      const writes = items.map((item) => ({ item, ifMatch: null }));
      const gone = Array.from({ length: 15 }, () => ({
        collection: random.pick(collections),
        id: `i${random.below(90)}`,
      }));
      for (const each of both) {
        await each.putItems(writes, 'upsert');
        await each.deleteItems(gone);
        if (round === 3) await each.deleteCollection('b', null);
        if (round === 3) await putCollections(each, 'b');
      }
      for (let i = 0; i < sized(15, 200); i++) {
        const measures = Array.from({ length: 1 + random.below(4) }, () => randomMeasure(random));
        const [body, grants] = [randomBody(random), randomGrants(random)];
        const [found, expected] = await Promise.all(both.map((each) => ask(each, measures, body, grants)));
        expect({ body, measures, grants, found }).toEqual({ body, measures, grants, found: expected });
        asked++;
        if (expected!.some((each) => 'buckets' in each && each.buckets.length > 1)) filled++;
      }
    }
    expect(filled).toBeGreaterThan(asked / 4);
  });

  test('what has no time, place or value is in no bucket and in no overflow', async () => {
    const catalog = await fresh();
    await fill(catalog, [
      makeItem('1', { geometry: null, properties: { datetime: null, platform: null } }),
      makeItem('2', { properties: { platform: 'one', 'eo:cloud_cover': 7 } }),
    ]);
    const measures: readonly Measure[] = [
      ...fixed.slice(0, 3),
      { kind: 'times', step: 'month' },
      { kind: 'terms', property: 'platform' },
      { kind: 'numbers', property: 'eo:cloud_cover', step: 5 },
      { kind: 'geohash', precision: 3 },
    ];
    expect(await ask(catalog, measures)).toEqual([
      { value: 2 },
      { value: '2020-06-15T12:00:00' },
      { value: '2020-06-15T12:00:00' },
      { buckets: [{ key: '2020-06', items: 1 }], overflow: 0 },
      { buckets: [{ key: 'one', items: 1 }], overflow: 0 },
      { buckets: [{ key: 1, items: 1 }], overflow: 0 },
      { buckets: [{ key: 's1z', items: 1 }], overflow: 0 },
    ]);
  });

  test('the centre of a box across the antimeridian lies within it', async () => {
    const catalog = await fresh();
    await fill(catalog, [
      makeItem('1', { geometry: square(178, 10, 6) }),
      makeItem('2', { geometry: square(174, 10, 8) }),
    ]);
    const measures: readonly Measure[] = [
      { kind: 'geohash', precision: 1 },
      { kind: 'tiles', zoom: 1 },
    ];
    for (const body of [{}, { bbox: [-180, -90, 180, 90] }])
      expect(await ask(catalog, measures, body)).toEqual([
        {
          buckets: [
            { key: '8', items: 1 },
            { key: 'x', items: 1 },
          ],
          overflow: 0,
        },
        {
          buckets: [
            { key: '1/0/0', items: 1 },
            { key: '1/1/0', items: 1 },
          ],
          overflow: 0,
        },
      ]);
  });

  test('of more than 10,000 buckets the largest are told, and the overflow counts the rest', async () => {
    const catalog = await fresh();
    const many = Array.from({ length: 10_050 }, (_, i) =>
      makeItem(`i${i}`, { geometry: null, properties: { platform: `p${i}`, n: i } }),
    );
    await fill(catalog, [
      ...many,
      makeItem('again', { geometry: null, properties: { platform: 'p10049', n: 10_049 } }),
    ]);
    const [terms, numbers] = (await ask(catalog, [
      { kind: 'terms', property: 'platform' },
      { kind: 'numbers', property: 'n', step: 1 },
    ])) as {
      readonly buckets: readonly { readonly key: unknown; readonly items: number }[];
      readonly overflow: number;
    }[];
    expect([terms!.buckets.length, terms!.overflow, terms!.buckets[0]]).toEqual([
      10_000,
      50,
      { key: 'p10049', items: 2 },
    ]);
    expect([numbers!.buckets.length, numbers!.overflow]).toEqual([10_000, 50]);
    expect(numbers!.buckets.at(-1)).toEqual({ key: 10_049, items: 2 });
  });

  test('a question that nobody waits for is not answered', async () => {
    const catalog = await fresh();
    const question = { search: readSearchBody({}), measures: fixed };
    await expect(catalog.aggregate(question, 'all', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
