import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTimeout } from 'node:timers/promises';
import { testSeed } from '../support/seeded-random.ts';
import { type ClientService, archive, startArchive } from './support-client-archive.ts';
import { askPage, byGet, byPost } from './support-pages.ts';
import { type FuzzTarget, fuzzSearch, tried } from './support-search-fuzz.ts';
import { giants } from './support-search-giants.ts';
import { sized } from '../support/sized.ts';

const requests = sized(800, 4_000);

let swath: ClientService;
let target: FuzzTarget;
beforeAll(async () => {
  swath = await startArchive();
  const { links } = await askPage(swath.url, byPost({ limit: 5 }), { token: swath.token });
  const next = links.find(({ rel }) => rel === 'next')!.body as { token: string };
  target = { url: swath.url, bearer: swath.token, token: next.token };
});
afterAll(() => swath.stop());

const newest = async () => {
  const page = await askPage(swath.url, byGet({ limit: 3 }), { token: swath.token });
  return page.features.map(({ id }) => id);
};
const countAll = async () => (await askPage(swath.url, byPost({ limit: 0 }), { token: swath.token })).numberMatched;

/** A plain search again and again while something else goes on; gives how long the slowest took. */
async function slowestMeanwhile(work: Promise<unknown>): Promise<number> {
  const state = { isOver: false, slowestMs: 0 };
  const over = work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    const startMs = performance.now();
    expect(await newest()).toHaveLength(3);
    state.slowestMs = Math.max(state.slowestMs, performance.now() - startMs);
    await setTimeout(20);
  }
  await over;
  return state.slowestMs;
}

test(`${requests} malformed searches: 200, 400 or 413 in the error object, and others are served meanwhile`, async () => {
  const seed = testSeed();
  const before = await newest();
  const fuzzing = fuzzSearch(target, seed, requests);
  const slowestMs = await slowestMeanwhile(fuzzing);
  const { problems, statuses } = await fuzzing;
  expect(problems).toEqual([]);
  // Both sides of the line are walked on: what is right among them must not be refused wholesale.
  expect(statuses[200], `seed ${seed}`).toBeGreaterThan(requests / 10);
  expect(statuses[400], `seed ${seed}`).toBeGreaterThan(requests / 4);
  expect(slowestMs, `seed ${seed}`).toBeLessThan(5_000);
  expect([await newest(), await countAll()]).toEqual([before, archive.length]);
}, 120_000);

describe('searches that are large where a search can be large', () => {
  test.each(Object.entries(giants))('%s: 200, 400 or 413, soon, and others are served meanwhile', async (_, body) => {
    const { url, bearer } = target;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const startMs = performance.now();
    const trying = tried(url, '/search', { method: 'POST', bearer, body: bytes });
    const slowestMs = await slowestMeanwhile(trying);
    expect((await trying)[1]).toBeNull();
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(slowestMs).toBeLessThan(5_000);
  });

  test('the service counts as before', async () => expect(await countAll()).toBe(archive.length));
});

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

describe('names that every object of the language has', () => {
  test.each(inherited)('%s is a property that no item has, and no operator', async (name) => {
    const { url, bearer } = target;
    const isNull = { op: 'isNull', args: [{ property: name }] };
    const matched = async (members: object) =>
      (await askPage(url, byPost({ ...members, limit: 0 }), { token: bearer })).numberMatched;
    expect(await matched({ filter: isNull })).toBe(archive.length);
    expect(await matched({ filter: { op: '=', args: [{ property: name }, 1] } })).toBe(0);
    // One of them is refused as a member of any body.
    const query = Buffer.from(`{"query":{"${name}":{"eq":1}}}`);
    expect((await tried(url, '/search', { method: 'POST', bearer, body: query }))[1]).toBeNull();
    for (const sortby of [[{ field: name, direction: 'asc' }], `-properties.${name},id`, `id,${name}`])
      expect((await askPage(url, byPost({ sortby, limit: 200 }), { token: bearer })).features).toHaveLength(
        archive.length,
      );
    for (const body of [
      { filter: { op: name, args: [1, 2] } },
      { query: { grade: { [name]: 1 } } },
      { 'filter-lang': name, filter: 'x' },
    ])
      expect(await tried(url, '/search', { method: 'POST', bearer, body })).toEqual([400, null]);
  });
});
