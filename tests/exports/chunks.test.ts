import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChunkReaders } from '../../server/src/adapters/sqlite/catalog/documents/chunk-reader.ts';
import { usualTuning } from '../../server/src/adapters/sqlite/catalog/reading/tuning.ts';
import { type SqliteCatalog, openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { type Connection, connect } from '../../server/src/adapters/sqlite/driver.ts';
import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import { readSearchBody } from '../../server/src/catalog/languages/search-parameters.ts';
import type { Catalog, StoredItem } from '../../server/src/catalog/ports.ts';
import { everything } from '../../server/src/catalog/search-request.ts';
import type { Visibility } from '../../server/src/catalog/visibility.ts';
import { fill, makeItem, put, square } from '../catalog/contract/fixtures.ts';
import { temporaryFolder } from '../ingest/support.ts';
import { createRandom } from '../support/seeded-random.ts';
import { join } from 'node:path';

const random = createRandom(20_261_116);
const collections = ['a', 'b', 'c'];
const someItem = (id: string) =>
  makeItem(id, {
    collection: random.pick(collections),
    geometry: random.pick([
      null,
      square(random.below(300) - 150, random.below(120) - 60, 3),
      square(178, random.below(60), 5),
    ]),
    properties: {
      datetime: random.pick([null, `2020-01-${10 + random.below(19)}T00:00:00Z`, '2020-06-01T00:00:00Z']),
      start_datetime: '2020-01-01T00:00:00Z',
      end_datetime: '2020-02-01T00:00:00Z',
      cloud: random.pick([undefined, null, 0, 5, 50, 99.5, '5', true]),
      hidden: random.below(50),
    },
  });
const items = Array.from({ length: 900 }, (_, i) => someItem(`i${i}`));

let opened: SqliteCatalog;
let oracle: Catalog;
let connection: Connection;
beforeAll(async () => {
  const file = join(temporaryFolder(), 'catalog.db');
  opened = await openSqliteCatalog(file, { declared: ['cloud'] });
  oracle = createMemoryCatalog();
  for (const catalog of [opened.catalog, oracle]) await fill(catalog, items);
  connection = connect(file, { readOnly: true });
});
afterAll(async () => {
  connection.close();
  await opened.close();
});

const bodies = Array.from({ length: 50 }, () => {
  const maybe = <T>(value: T): T | undefined => (random.below(3) === 0 ? value : undefined);
  return {
    collections: maybe(['a', 'c']),
    ids: random.below(10) === 0 ? ['i1', 'i2', 'i500', 'none'] : undefined,
    bbox: maybe(
      random.pick([
        [-60, -50, 60, 50],
        [170, -90, -170, 90],
      ]),
    ),
    datetime: maybe(random.pick(['2020-01-15T00:00:00Z/..', '../2020-01-20T00:00:00Z'])),
    filter: maybe(random.pick(['cloud < 10', 'hidden = 7', "NOT cloud = 5 OR collection = 'b'"])),
    sortby: Array.from({ length: random.below(3) }, () => ({
      field: random.pick(['datetime', 'cloud', 'hidden', 'id', 'collection']),
      direction: random.pick(['asc', 'desc']),
    })),
    limit: maybe(random.below(200)),
  };
});

const keysOf = (found: readonly StoredItem[]) => found.map(({ collection, id }) => `${collection}/${id}`);

/** Ways of a walk that few items take otherwise. */
const tunings = [
  usualTuning,
  { ...usualTuning, fewRows: 8, firstProbe: 2, firstBudget: 16, mostInBatch: 16, mostInSlab: 16 },
];

describe('what a search finds, chunk by chunk', () => {
  test.each([1, 2_000, 1_000_000])('is what the oracle finds at once, in chunks of %i bytes', async (chunkBytes) => {
    for (const tuning of tunings) {
      const read = createChunkReaders(connection, { chunkBytes, tuning });
      for (const [index, body] of bodies.entries()) {
        const visibility: Visibility = index % 3 === 0 ? new Set(['a', 'b']) : 'all';
        const request = readSearchBody(body, { isUnbounded: true });
        const expected = await oracle.search({ ...request, limit: Math.min(request.limit, 10_000) }, visibility);
        const reader = read(request, visibility, () => false);
        const found: StoredItem[] = [];
        for (let chunk = reader.next(); chunk.length > 0; chunk = reader.next()) found.push(...chunk);
        expect([body, keysOf(found)]).toEqual([body, keysOf(expected.found)]);
        expect(reader.next()).toEqual([]);
      }
    }
  });

  test.each([1, 900, 4_000, 1_000_000])('has the bytes that are stored, in chunks of %i bytes', async (chunkBytes) => {
    const file = join(temporaryFolder(), 'catalog.db');
    const { catalog, close } = await openSqliteCatalog(file, { declared: [] });
    const written = Array.from({ length: 60 }, (_, i) =>
      makeItem(`i${i}`, { properties: { title: random.pick(['a', 'ä', '€', '𝄞']).repeat(random.below(900)) } }),
    );
    await fill(catalog, written);
    const own = connect(file, { readOnly: true });
    const reader = createChunkReaders(own, { chunkBytes })({ ...everything, limit: 1_000 }, 'all', () => false);
    const found = new Map<string, string>();
    // Good until the next ones are asked for: so they are looked at here.
    for (let chunk = reader.next(); chunk.length > 0; chunk = reader.next())
      for (const { id, etag, bytes } of chunk) found.set(id, `${etag} ${Buffer.from(bytes).toString()}`);
    const expected = written.map(({ id, etag, bytes }) => [id, `${etag} ${Buffer.from(bytes).toString()}`] as const);
    expect(found).toEqual(new Map(expected));
    own.close();
    await close();
  });

  test.each([1, 20_000, 1_000_000])('is the same as lines, in chunks of %i bytes', async (chunkBytes) => {
    const read = createChunkReaders(connection, { chunkBytes, shortMs: 60_000 });
    for (const body of bodies) {
      const request = readSearchBody(body, { isUnbounded: true });
      const expected = await oracle.search({ ...request, limit: Math.min(request.limit, 10_000) }, 'all');
      const reader = read(request, 'all', () => false);
      const ahead = reader.lookAheadShortly(10_000);
      expect([body, ahead]).toEqual([body, expected.found.length + Number(expected.next !== null)]);
      expect(reader.lookAhead()).toBe(ahead);
      const [keys, ids]: [string[], string[]] = [[], []];
      for (let lines = reader.nextLines(); lines !== null; lines = reader.nextLines()) {
        const documents = Buffer.from(lines.bytes).toString().split('\n');
        keys.push(...keysOf(documents.map((text) => JSON.parse(text) as StoredItem)));
        ids.push(...lines.ids);
      }
      expect([body, keys]).toEqual([body, keysOf(expected.found)]);
      expect(ids).toEqual(expected.found.map(({ id }) => id));
    }
  });

  test('as lines, documents of any size; many are not looked for shortly', async () => {
    const file = join(temporaryFolder(), 'catalog.db');
    const catalogue = await openSqliteCatalog(file, { declared: [] });
    const own = connect(file, { readOnly: true });
    try {
      const sizes = [1, 10, 16_000, 40_000, 5, 300_000, 2];
      const all = Array.from({ length: 70 }, (_, i) =>
        makeItem(`large-${i}`, { collection: 'a', properties: { text: 'x'.repeat(sizes[i % sizes.length]!) } }),
      );
      await fill(catalogue.catalog, all);
      const reader = createChunkReaders(own, { chunkBytes: 100_000, shortMs: 60_000 })(
        readSearchBody({}, { isUnbounded: true }),
        'all',
        () => false,
      );
      expect(reader.lookAheadShortly(69)).toBeNull();
      let [count, most] = [0, 0];
      for (let lines = reader.nextLines(); lines !== null; lines = reader.nextLines()) {
        expect(
          Buffer.from(lines.bytes)
            .toString()
            .split('\n')
            .map((text) => (JSON.parse(text) as StoredItem).id),
        ).toEqual(lines.ids);
        count += lines.ids.length;
        most = Math.max(most, lines.bytes.length);
      }
      expect([count, most < 800_000]).toEqual([70, true]);
    } finally {
      own.close();
      await catalogue.close();
    }
  });

  test('goes on in its order whatever is written between, and stops when it is told', async () => {
    const read = createChunkReaders(connection, { chunkBytes: 1_000 });
    for (const sortby of [
      [],
      [{ field: 'cloud', direction: 'desc' }],
      [{ field: 'hidden', direction: 'asc' }],
      [{ field: 'id', direction: 'asc' }],
    ]) {
      const request = readSearchBody({ sortby }, { isUnbounded: true });
      const before = keysOf((await oracle.search({ ...request, limit: 10_000 }, 'all')).found);
      const reader = read(request, 'all', () => false);
      const found: string[] = [];
      for (let chunk = reader.next(); chunk.length > 0; chunk = reader.next()) {
        found.push(...keysOf(chunk));
        if (found.length % 5 !== 0) continue;
        const passing = someItem(`passing-${found.length}`);
        await put(opened.catalog, [passing], 'upsert');
        await opened.catalog.deleteItems([passing]);
      }
      expect(found.filter((key) => !key.includes('passing'))).toEqual(before);
    }
    let isOver = false;
    const reader = read(readSearchBody({}, { isUnbounded: true }), 'all', () => isOver);
    expect(reader.next().length).toBeGreaterThan(0);
    isOver = true;
    expect(() => reader.next()).toThrow('cancelled');
  });
});
