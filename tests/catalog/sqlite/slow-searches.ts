import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Readers, createReaders } from '../../../server/src/adapters/sqlite/catalog/threads/readers.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import { readSearchBody } from '../../../server/src/catalog/languages/search-parameters.ts';
import type { Found, StoredItem } from '../../../server/src/catalog/ports.ts';
import { makeItem } from '../contract/fixtures.ts';
import { type LoadedStore, loadStore } from './loaded-store.ts';

const count = 3_000;
const items: readonly Item[] = Array.from({ length: count }, (_, i) =>
  makeItem(`i${i}`, {
    geometry: null,
    properties: { text: 'é'.repeat(300), n: i, loose: i % 7, said: 'é'.repeat(300) },
  }),
);

/** Search threads over a store of its own for each test file; those that a test opens are closed after it. */
export function readersOfStore() {
  let store: LoadedStore;
  const opened: Readers[] = [];
  beforeAll(async () => void (store = await loadStore(items, { declared: ['text', 'n'] })));
  afterAll(() => store.close());
  afterEach(async () => {
    for (const readers of opened.splice(0)) await readers.close();
  });
  return {
    store: () => store,
    opened,
    open(readers: number, timeoutMs = 60_000): Readers {
      const one = createReaders(store.file, { readers, busyTimeoutMs: 5_000, timeoutMs });
      opened.push(one);
      return one;
    },
  };
}

export const quick = readSearchBody({ limit: 3 });
/** Calls of a user function for every row: many seconds in one statement. None is rarer, so that none is asked first. */
const folded = Array.from({ length: 400 }, (_, i) => `ACCENTI(text) <> 'a${i}'`).join(' AND ');
export const slowCount = readSearchBody({ limit: 0, filter: folded });
export const slowPage = readSearchBody({ limit: 3, filter: `${folded} AND ACCENTI(text) <> '${'e'.repeat(300)}'` });
/** Every document is read, and each is asked much that takes long: many seconds too. */
export const slowDocuments = readSearchBody({
  limit: 3,
  filter: `${folded.replaceAll('text', 'said')} AND ACCENTI(said) <> '${'e'.repeat(300)}'`,
});

/** Far less than those searches take, far more than a busy machine needs. */
export const soonMs = 8_000;

export const firstIds = ['i0', 'i1', 'i10'];
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How it ended, and after how long. */
export async function ended(
  search: Promise<Found<StoredItem>>,
): Promise<{ readonly error: unknown; readonly ms: number }> {
  const start = performance.now();
  const error: unknown = await search.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - start };
}

export const unavailable = expect.objectContaining({ kind: 'unavailable' });
