import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Readers, createReaders } from '../../../server/src/adapters/sqlite/catalog/threads/readers.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { ShownItems } from '../../../server/src/catalog/ports.ts';
import { makeItem } from '../contract/fixtures.ts';
import { type LoadedStore, loadStore } from './loaded-store.ts';

const count = 300;
let store: LoadedStore;
beforeAll(async () => {
  const items = Array.from({ length: count }, (_, i) =>
    makeItem(`i${i}`, { properties: { n: i, text: 'x'.repeat(2_000) } }),
  );
  store = await loadStore(items, { declared: ['n'] });
});
afterAll(() => store.close());

const opened: Readers[] = [];
afterEach(async () => {
  for (const readers of opened.splice(0)) await readers.close();
});
function open(readers: number): Readers {
  const one = createReaders(store.file, { readers, busyTimeoutMs: 5_000, timeoutMs: 60_000 });
  opened.push(one);
  return one;
}

const show = (readers: Readers, n: number, options = {}) =>
  readers.showItems(readSearchBody({ filter: `n = ${n}` }), 'all', 'https://host', options);
const written = (page: ShownItems): Buffer => page.between('[', ']');
const idOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { id: string }[]).map(({ id }) => id);
const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;

describe('a page that is lent', () => {
  test('keeps its bytes while others are searched for, however many are held', async () => {
    const readers = open(2);
    const pages = await Promise.all(Array.from({ length: 60 }, (_, i) => show(readers, i)));
    const bytes = pages.map(written);
    expect(bytes.flatMap(idOf)).toEqual(Array.from({ length: 60 }, (_, i) => `i${i}`));
    // The pool is bounded: callers who take long make others travel as before.
    expect(bytes.filter(isShared).length).toBe(16);
  });

  test('is used again once it is given back, and only once', async () => {
    const readers = open(1);
    const first = await show(readers, 1);
    const place = written(first).byteOffset;
    const [held] = [await show(readers, 2)];
    expect(written(held).byteOffset).not.toBe(place);
    first.giveBack();
    first.giveBack();
    const [second, third] = [await show(readers, 3), await show(readers, 4)];
    const places = [held, second, third].map((page) => written(page).byteOffset);
    expect(new Set(places).size).toBe(3);
    expect(places).toContain(place);
    expect([held, second, third].map(written).flatMap(idOf)).toEqual(['i2', 'i3', 'i4']);
  });

  test('comes back by itself where nobody waits for it any more, or where the search fails', async () => {
    const readers = open(2);
    await readers.warm();
    for (let i = 0; i < 60; i++) {
      const stop = new AbortController();
      const asked = show(readers, i, { signal: stop.signal }).then(
        (page) => page.giveBack(),
        () => {},
      );
      if (i % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      await asked;
    }
    // A thread may still be about to see that nobody waits: then once more.
    await vi.waitFor(async () => {
      const pages: ShownItems[] = [];
      for (let i = 0; i < 16; i++) pages.push(await show(readers, i));
      const bytes = pages.map(written);
      expect(bytes.flatMap(idOf)).toEqual(Array.from({ length: 16 }, (_, i) => `i${i}`));
      for (const page of pages) page.giveBack();
      expect(bytes.filter(isShared).length).toBe(16);
    }, 10_000);
  });
});
