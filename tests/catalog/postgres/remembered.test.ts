import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSeenCollections } from '../../../server/src/adapters/postgres/catalog/collections/search-collections.ts';
import { readStreams } from '../../../server/src/adapters/postgres/catalog/known/read-streams.ts';
import type { Query } from '../../../server/src/adapters/postgres/catalog/database/query.ts';
import { type Snapshot, knowCollections } from '../../../server/src/adapters/postgres/catalog/known/snapshot.ts';
import { rangeOfCollection, rangeOfWorld } from '../../../server/src/catalog/plan/streams.ts';

const snapshot = (): Snapshot => ({
  entries: 'catalog_entries',
  partitions: new Set(),
  declared: [],
  areTextsReady: true,
  areShapesComplete: true,
  items: 1,
  collections: new Map(),
  sources: new Map(),
  probes: new Map(),
});

const nothing = (async () => []) as Query;

test('streams that were known are still told when the memory is emptied for those that were not', async () => {
  const known = snapshot();
  for (let number = 0; number < 1_000; number++) await readStreams(nothing, known, [[rangeOfCollection(number)]]);
  const lists = [[rangeOfCollection(999)], [rangeOfWorld]];
  expect((await readStreams(nothing, known, lists)).map((rows) => rows?.rows)).toEqual([0, 0]);
});

test('a collection that is being looked up is not taken for one that is not there', async () => {
  const known = snapshot();
  let waitMs = 60;
  // The second answer comes before the first one.
  const slow = (async () => {
    await setTimeout((waitMs -= 30));
    return [['a', 7, 3]];
  }) as unknown as Query;
  const first = knowCollections(slow, known, ['a']);
  await knowCollections(slow, known, ['a']);
  expect(known.collections.get('a')).toEqual({ number: 7, items: 3 });
  await first;
});

test('names that are no collection leave nothing behind, however many are asked for', async () => {
  const known = snapshot();
  for (let number = 0; number < 100; number++) await knowCollections(nothing, known, [`none-${number}`]);
  expect(known.collections.size).toBe(0);
});

/** A table of collections that answers as the database does. */
function tableOf(rows: Map<string, { readonly revision: number; readonly title: string }>): Query {
  const last = () => Math.max(...[...rows.values()].map(({ revision }) => revision));
  return (async (text: string, [after = 0]: readonly number[] = []) => {
    if (text.includes('catalog_state')) return [[last()]];
    if (text.startsWith('SELECT id')) return [...rows.keys()].map((id) => [id]);
    const changed = [...rows].filter(([, { revision }]) => revision > after);
    return changed.map(([id, { title }]) => [id, JSON.stringify({ id, title })]);
  }) as unknown as Query;
}

test('collections stay in the order that was asked for until one of them changes', async () => {
  const rows = new Map([
    ['a', { revision: 1, title: 'third' }],
    ['b', { revision: 2, title: 'first' }],
  ]);
  const [query, seen] = [tableOf(rows), createSeenCollections()];
  const byTitle = () =>
    seen(query, { names: ['title'], isTextWanted: false }, [{ field: 'title', isDescending: false }]);
  const first = await byTitle();
  expect(first.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(await byTitle()).toBe(first);
  rows.set('c', { revision: 3, title: 'second' });
  expect((await byTitle()).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  rows.delete('b');
  rows.set('a', { revision: 4, title: 'a first' });
  expect((await byTitle()).map(({ id }) => id)).toEqual(['a', 'c']);
});
