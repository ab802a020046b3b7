import { expect, test } from 'vitest';
import { createMemoryCatalog } from '../../../server/src/adapters/memory/catalog.ts';
import { readCollectionSearch } from '../../../server/src/catalog/languages/collection-parameters.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import type { Visibility } from '../../../server/src/catalog/visibility.ts';
import { type Random, createRandom, testSeed } from '../../support/seeded-random.ts';
import { makeCollection, makeItem, square } from '../contract/fixtures.ts';
import { open, temporaryFile } from './temporary-catalogue.ts';
import { sized } from '../../support/sized.ts';

const seed = testSeed();
const ids = ['a', 'b', 'B', 'ü', '𝒜', 'a b', 'a/b', '\uFFFD', 'z'];

type Write = (catalog: Catalog) => Promise<unknown>;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
const whole = (random: Random, from: number, to: number): number => from + Math.floor(random.next() * (to - from + 1));

function randomMembers(random: Random): object {
  const [west, south] = [whole(random, -190, 179), whole(random, -90, 80)];
  const east = random.next() < 0.2 ? whole(random, -179, 180) : west + whole(random, 0, 20);
  const time = () => (random.next() < 0.3 ? null : `20${whole(random, 10, 29)}-01-01T00:00:00Z`);
  const [start, end] = [time(), time()];
  const interval = start !== null && end !== null && start > end ? [end, start] : [start, end];
  const extent = { spatial: { bbox: [[west, south, east, south + 10]] }, temporal: { interval: [interval] } };
  return {
    ...(random.next() < 0.3 ? { extent: undefined } : { extent }),
    ...(random.next() < 0.5 ? { title: pick(random, ['Snow', 'snow and ice', 'Ice', 'x', 'Ω']) } : {}),
    ...(random.next() < 0.5 ? { n: whole(random, 0, 3) } : {}),
    ...(random.next() < 0.3 ? { keywords: pick(random, [['ice'], ['rock', 'Snow'], []]) } : {}),
  };
}

function randomWrite(random: Random): Write {
  const [id, item] = [pick(random, ids), `i${whole(random, 0, 4)}`];
  const chance = random.next();
  if (chance < 0.35) {
    const collection = makeCollection(id, JSON.parse(JSON.stringify({ ...randomMembers(random) })) as object);
    return (catalog) => catalog.putCollection(collection, 'upsert', null);
  }
  if (chance < 0.5) return (catalog) => catalog.deleteCollection(id, null);
  if (chance < 0.6) return (catalog) => catalog.deleteItem(id, item, null);
  const [west, south] = [whole(random, -180, 179), whole(random, -90, 89)];
  const made = makeItem(item, {
    collection: id,
    geometry: random.next() < 0.2 ? null : square(west, south),
    properties: { datetime: random.next() < 0.2 ? null : `20${whole(random, 10, 29)}-06-01T00:00:00Z` },
  });
  return (catalog) => catalog.putItems([{ item: made, ifMatch: null }], 'upsert');
}

function randomQuery(random: Random): Record<string, string> {
  const [west, south] = [whole(random, -180, 170), whole(random, -90, 80)];
  const query: Record<string, string> = { limit: String(whole(random, 0, 4)) };
  if (random.next() < 0.3) query['bbox'] = `${west},${south},${whole(random, -180, 180)},${south + 10}`;
  if (random.next() < 0.3)
    query['datetime'] = pick(random, ['2015-01-01T00:00:00Z/..', '../2014-01-01T00:00:00Z', '2020-06-01T00:00:00Z']);
  if (random.next() < 0.3) query['q'] = pick(random, ['snow', 'ice', 'snow,rock', '"snow and ice"', 'nobody']);
  if (random.next() < 0.4)
    query['filter'] = pick(random, [
      'n > 1',
      'n IS NULL',
      "title LIKE 'S%' OR n = 0",
      `S_INTERSECTS(geometry, BBOX(${west},${south},${west + 9},${south + 9}))`,
      "id IN ('a', 'ü', '𝒜')",
      "start_datetime < TIMESTAMP('2015-01-01T00:00:00Z')",
    ]);
  if (random.next() < 0.6)
    query['sortby'] = pick(random, ['title', '-title', '-n,title', '-id', 'datetime', 'collection']);
  return query;
}

async function answersOf(catalog: Catalog, query: Record<string, string>, visibility: Visibility) {
  const ask = (token: string | null) =>
    catalog.searchCollections(
      readCollectionSearch(token === null ? query : { ...query, token }, { usual: 10, most: 100 }),
      visibility,
    );
  const pages = [await ask(null)];
  while (pages.at(-1)!.next !== null) pages.push(await ask(pages.at(-1)!.next));
  if (pages.at(-1)!.prev !== null) pages.push(await ask(pages.at(-1)!.prev));
  return pages.map(({ found, ...rest }) => ({
    ...rest,
    found: found.map(({ id, etag, bytes }) => ({ id, etag, text: Buffer.from(bytes).toString() })),
  }));
}

test(`random searches of collections equal the answer of the oracle while they come, change and go (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const oracle = createMemoryCatalog();
  const file = temporaryFile();
  let store = await open(file);
  for (let round = 0; round < sized(15, 120); round++) {
    const writes = Array.from({ length: 12 }, () => randomWrite(random));
    for (const catalog of [store.catalog, oracle]) await Promise.all(writes.map((write) => write(catalog)));
    for (let i = 0; i < 8; i++) {
      const query = randomQuery(random);
      const visibility: Visibility = random.next() < 0.6 ? 'all' : new Set(ids.filter(() => random.next() < 0.6));
      const [found, expected] = [
        await answersOf(store.catalog, query, visibility),
        await answersOf(oracle, query, visibility),
      ];
      expect({ round, query, found }).toEqual({ round, query, found: expected });
    }
    if (round % 13 !== 12) continue;
    await store.close();
    store = await open(file);
  }
});
