import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tuning } from '../../../server/src/adapters/sqlite/catalog/reading/tuning.ts';
import { type Item, parseItem } from '../../../server/src/catalog/item.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { compareSearch, truthOf } from './compare-pages.ts';
import { freshLimits } from './fresh-limits.ts';
import { type LoadedStore, loadStore, searchHere } from './loaded-store.ts';
import { declaredNames, manyItems } from './many-items.ts';
import { randomBody, randomGrant } from './many-searches.ts';
import { randomQuery, randomTexts } from './random-texts.ts';
import { tunings } from './search-ways.ts';

const seed = testSeed();
let items: readonly Item[];
let store: LoadedStore;
beforeAll(async () => {
  const random = createRandom(seed);
  items = manyItems(seed, 300, 500).map(({ document }) =>
    parseItem({ ...document, properties: { ...(document['properties'] as object), ...randomTexts(random) } }),
  );
  // Part of the rows in either table of words.
  store = await loadStore(items, { declared: declaredNames, readers: 1, freshLimits: freshLimits(1_000, 1_000, 100) });
});
afterAll(() => store.close());

const wordsFirst: Partial<Tuning> = {
  fewRows: 0,
  firstProbe: 1,
  textCost: 1e6,
  fewestInBatch: 2,
  fewestInSlab: 4,
  mostInSlab: 16,
};

const ways: Readonly<Record<string, RegExp>> = {
  'a list walked by time': /FROM words p CROSS JOIN items r .*ORDER BY r\.dt/s,
  'two lists walked by time': /^SELECT DISTINCT r\.pk.*FROM words p/s,
  'a list walked from a place on': /FROM words p CROSS JOIN items r .*r\.dt [<>] \? OR/s,
  'where lists meet': /^SELECT p\.dt FROM words p .* OFFSET/,
  'texts of entries': /FROM entries r WHERE .*FROM texts x WHERE x\.pk = r\.pk/s,
  'one moment of many': /FROM entries r WHERE .*r\.dt = \?.*texts x/s,
  'a probe of the list': /^SELECT count\(\*\) FROM \(SELECT 1 FROM words p/,
  'gathered by one list': /FROM words p CROSS JOIN items r .* LIMIT/s,
  'gathered by several lists': /r\.pk IN \(SELECT p\.pk FROM words p/,
  'an absent word': /^SELECT 1 FROM words/,
  'counted in a list': /^SELECT count\(\*\) FROM fresh_words p WHERE/,
  'counted by a list': /^SELECT count\(\*\) FROM fresh_words p CROSS JOIN items r/,
  'counted by lists': /^SELECT count\(DISTINCT p\.pk\) FROM words p/,
};

describe('random searches by words, paged both ways, equal the answer by brute force', () => {
  const counts = new Map(Object.keys(ways).map((way) => [way, 0]));
  const saw = (sql: string) => {
    for (const [way, pattern] of Object.entries(ways)) if (pattern.test(sql)) counts.set(way, counts.get(way)! + 1);
  };
  const all = {
    ...tunings,
    'by lists of words': wordsFirst,
    'by lists, then by streams': { ...wordsFirst, textCost: 3, lookUpCost: 1.5 },
  };

  test.each(Object.entries(all))('%s', (name, tuning) => {
    const here = searchHere(store.file, tuning, saw);
    const random = createRandom(seed + name.length);
    const collections = [...new Set(items.map(({ collection }) => collection))];
    let nonEmpty = 0;
    for (let i = 0; i < 30; i++) {
      const q = random.chance(0.2) ? [randomQuery(random), randomQuery(random)] : randomQuery(random);
      const body = { ...(random.chance(0.5) ? {} : randomBody(random, collections)), q };
      const grant = randomGrant(random, collections);
      const truth = truthOf(items, body, grant);
      const problem = compareSearch({ search: here.search, body, grant, truth }, random, 3);
      expect({ seed, i, body, grant, problem }).toEqual({ seed, i, body, grant, problem: null });
      if (truth.rows.length > 0) nonEmpty++;
    }
    here.close();
    expect(nonEmpty).toBeGreaterThan(10);
  });

  test('every way was taken often', () => {
    expect([...counts].filter(([, count]) => count < 10)).toEqual([]);
  });
});
