import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askPage, byGet } from './support-pages.ts';
import { compareSet, findItem, loadSet, thinned } from './support-real-items.ts';
import { hasStacFiles, realSets, whyNoStacFiles } from './support-stac-files.ts';
import { type WriteService, startWriteService } from './writes-fixture.ts';

// All of them are loaded by `npm run proof`.
const sets = hasStacFiles ? realSets().map((set) => (set.items.length > 10_000 ? thinned(set, 8) : set)) : [];
const count = sets.reduce((sum, { items }) => sum + items.length, 0);

let swath: WriteService;
beforeAll(async () => {
  if (!hasStacFiles) return;
  swath = await startWriteService();
  for (const set of sets) await loadSet(swath, set);
});
afterAll(() => swath?.stop());

const matched = async (members: object) =>
  (await askPage(swath.url, byGet({ ...members, limit: 0 }), { token: swath.token })).numberMatched;

describe.skipIf(!hasStacFiles)(`${count} real items over HTTP${whyNoStacFiles}`, () => {
  test('all of them are there, and each collection counts its own', async () => {
    expect(count).toBeGreaterThan(3_000);
    expect(await matched({})).toBe(count);
    for (const { collections, items } of sets)
      for (const { id } of collections)
        expect([id, await matched({ collections: id })]).toEqual([
          id,
          items.filter(({ collection }) => collection === id).length,
        ]);
  });

  test.each(sets)('$name: every item comes back as it was given', async (set) => {
    expect(await compareSet(swath, set)).toEqual([]);
  });

  test.each(sets)('$name: items are found by id, place, time, filter and all together', async (set) => {
    const { items } = thinned(set, Math.ceil(set.items.length / 5));
    for (const item of items) expect(await findItem(swath, item)).toEqual([]);
  });
});
