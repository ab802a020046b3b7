import { describe, expect, test } from 'vitest';
import { createReaders } from '../../../server/src/adapters/sqlite/catalog/threads/readers.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import { startedWorkers } from '../../support/start-worker.ts';
import { idsOf, makeItem } from '../contract/fixtures.ts';
import { loadStore } from './loaded-store.ts';
import {
  ended,
  firstIds,
  quick,
  readersOfStore,
  slowCount,
  slowDocuments,
  slowPage,
  soonMs,
  unavailable,
  wait,
} from './slow-searches.ts';

const { open, opened, store } = readersOfStore();

describe('a search that nobody waits for', () => {
  test.each([
    ['in one long statement', slowCount],
    ['in a walk', slowPage],
    ['among documents', slowDocuments],
  ])('stops %s, and its reader serves the next one', async (_, slow) => {
    const readers = open(1);
    await readers.search(quick, 'all');
    const stop = new AbortController();
    const search = ended(readers.search(slow, 'all', { signal: stop.signal }));
    await wait(100);
    const start = performance.now();
    stop.abort();
    expect((await search).error).toBe(stop.signal.reason);
    expect(performance.now() - start).toBeLessThan(soonMs);
    expect(idsOf(await readers.search(quick, 'all'))).toEqual(firstIds);
    expect(performance.now() - start).toBeLessThan(soonMs);
  });

  test('gives up its place in the queue at once', async () => {
    const readers = open(1);
    const [first, second] = [new AbortController(), new AbortController()];
    const running = ended(readers.search(slowCount, 'all', { signal: first.signal }));
    const waiting = ended(readers.search(slowPage, 'all', { signal: second.signal }));
    await wait(50);
    second.abort(new Error('gone'));
    expect(await waiting).toEqual({ error: new Error('gone'), ms: expect.any(Number) });
    expect((await waiting).ms).toBeLessThan(soonMs);
    first.abort();
    await running;
    expect(idsOf(await readers.search(quick, 'all'))).toEqual(firstIds);
  });

  test('is not begun where it was stopped before', async () => {
    const readers = open(1);
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(readers.search(quick, 'all', { signal })).rejects.toThrow('gone');
  });

  test('leaves nothing on a signal that lives on', async () => {
    const readers = open(1);
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    await Promise.all(Array.from({ length: 9 }, () => readers.search(quick, 'all', { signal })));
    expect(listeners).toBe(0);
  });
});

test('close ends searches that run and that wait, and waits for the threads', async () => {
  const readers = createReaders(store().file, { readers: 2, busyTimeoutMs: 5_000, timeoutMs: 60_000 });
  await readers.warm();
  const threads = startedWorkers.slice(-2);
  const searches = [slowPage, slowDocuments, slowPage, quick].map((slow) => ended(readers.search(slow, 'all')));
  await wait(50);
  const start = performance.now();
  await readers.close();
  expect(performance.now() - start).toBeLessThan(soonMs);
  for (const search of searches) expect((await search).error).toEqual(unavailable);
  expect(startedWorkers.filter((worker) => threads.includes(worker))).toEqual([]);
  await expect(readers.search(quick, 'all')).rejects.toEqual(unavailable);
});

test('close before the first reader has started, and twice', async () => {
  const readers = createReaders(store().file, { readers: 1, busyTimeoutMs: 5_000, timeoutMs: 60_000 });
  const search = ended(readers.search(quick, 'all'));
  await Promise.all([readers.close(), readers.close()]);
  expect((await search).error).toEqual(unavailable);
});

test('two hundred searches at once have their own answers', async () => {
  const readers = open(2);
  const found = await Promise.all(
    Array.from({ length: 200 }, (_, i) => readers.search(readSearchBody({ filter: `n = ${i}` }), 'all')),
  );
  expect(found.map(idsOf)).toEqual(Array.from({ length: 200 }, (_, i) => [`i${i}`]));
});

test('more than a thousand that wait are refused', async () => {
  const readers = open(1);
  const searches = await Promise.all(Array.from({ length: 1_010 }, () => ended(readers.search(quick, 'all'))));
  const refused = searches.filter(({ error }) => error !== null);
  expect(refused.length).toBeGreaterThan(0);
  for (const { error } of refused) expect(error).toEqual(unavailable);
});

test('counts leave a reader to searches', async () => {
  const readers = open(2);
  await readers.warm();
  const stop = new AbortController();
  const counts = Array.from({ length: 4 }, () => ended(readers.search(slowCount, 'all', { signal: stop.signal })));
  const exactPage = { ...slowPage, count: 'exact' as const };
  counts.push(ended(readers.search(exactPage, 'all', { signal: stop.signal })));
  await wait(50);
  const start = performance.now();
  for (let i = 0; i < 10; i++) expect(idsOf(await readers.search(quick, 'all'))).toEqual(firstIds);
  expect(performance.now() - start).toBeLessThan(soonMs);
  stop.abort();
  for (const each of counts) expect((await each).error).toBe(stop.signal.reason);
});

describe('a search that lies ready behind a slow one', () => {
  test('is taken over by the reader that is free first', async () => {
    const readers = open(2);
    await readers.warm();
    const stops = [new AbortController(), new AbortController()];
    const slow = stops.map(({ signal }) => ended(readers.search(slowPage, 'all', { signal })));
    const ready = [readers.search(quick, 'all'), readers.search(quick, 'all')];
    await wait(50);
    stops[1]!.abort();
    for (const each of ready) expect(idsOf(await each)).toEqual(firstIds);
    stops[0]!.abort();
    expect((await slow[0])!.error).toBe(stops[0]!.signal.reason);
  });

  test('is not begun where nobody waits for it any more, and stopping it stops nothing else', async () => {
    const readers = open(1);
    await readers.warm();
    const [first, second] = [new AbortController(), new AbortController()];
    const slow = ended(readers.search(slowPage, 'all', { signal: first.signal }));
    const ready = ended(readers.search(slowPage, 'all', { signal: second.signal }));
    const last = readers.search(quick, 'all');
    await wait(50);
    first.abort();
    second.abort();
    const start = performance.now();
    expect([(await slow).error, (await ready).error]).toEqual([first.signal.reason, second.signal.reason]);
    expect(idsOf(await last)).toEqual(firstIds);
    expect(performance.now() - start).toBeLessThan(soonMs);
  });
});

/** What no reader understands ends its thread. */
const kill = () => startedWorkers.at(-1)!.postMessage(null, []);

describe('a reader that dies', () => {
  test('takes its search with it; those that wait have another', async () => {
    const readers = open(1);
    await readers.warm();
    kill();
    const searches = Array.from({ length: 5 }, () => ended(readers.search(quick, 'all')));
    const errors = (await Promise.all(searches)).map(({ error }) => error);
    expect(errors).toEqual([unavailable, null, null, null, null]);
  });

  test('while it is idle is not missed', async () => {
    const readers = open(1);
    await readers.warm();
    const [dead] = startedWorkers.slice(-1);
    kill();
    await new Promise((resolve) => dead!.once('exit', resolve));
    expect(idsOf(await readers.search(quick, 'all'))).toEqual(firstIds);
  });

  test('before it has started is an error of the searches that wait', async () => {
    const readers = createReaders(`${store().file}.missing`, { readers: 2, busyTimeoutMs: 100, timeoutMs: 60_000 });
    opened.push(readers);
    const searches = Array.from({ length: 5 }, () => ended(readers.search(quick, 'all')));
    for (const search of searches) expect((await search).error).toEqual(unavailable);
  });
});

test('errors keep their kind and their words between threads', async () => {
  const readers = open(1);
  const outOfNowhere = readSearchBody({ sortby: 'loose', filter: 'loose = 1' });
  expect(idsOf(await readers.search(outOfNowhere, 'all')).length).toBe(10);
  const broken = { ...quick, sort: [] };
  await expect(readers.search(broken, 'all')).rejects.toEqual(expect.objectContaining({ name: 'TypeError' }));
  expect(idsOf(await readers.search(quick, 'all'))).toEqual(firstIds);
});

test('a load is seen whole or not at all', async () => {
  const own = await loadStore([makeItem('first', { collection: 'b', properties: { n: -1 } })], { declared: ['n'] });
  const { catalog } = own;
  await own.warm();
  const seen = new Set<number>();
  const loading = { isOver: false };
  const watch = async (body: object) => {
    while (!loading.isOver) {
      const { found, matched } = await catalog.search(readSearchBody(body), 'all');
      const number = found.length > 0 ? found.length : matched!.atLeast;
      expect((number - 1) % 500).toBe(0);
      seen.add(number);
    }
  };
  const watching = [
    watch({ limit: 10_000 }),
    watch({ limit: 0 }),
    watch({ limit: 0, filter: 'n >= -1' }),
    watch({ limit: 10_000, sortby: 'n', bbox: [0, 0, 20, 20] }),
  ];
  for (let load = 0; load < 6; load++) {
    const features = Array.from({ length: 500 }, (_, i) => ({
      ...makeItem(`l${load}-${i}`, { collection: 'b', properties: { n: i } }).document,
    }));
    await catalog.load(Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })), 'b', 'insert');
  }
  loading.isOver = true;
  await Promise.all(watching);
  await own.close();
  expect(seen.size).toBeGreaterThan(2);
});
