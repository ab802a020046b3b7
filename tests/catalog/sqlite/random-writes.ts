import type { Item } from '../../../server/src/catalog/item.ts';
import type { Catalog, ItemWrite, WriteMode } from '../../../server/src/catalog/ports.ts';
import type { Random } from '../../support/seeded-random.ts';
import { randomTexts } from './random-texts.ts';
import { itemJson, makeCollection, makeItem, square } from '../contract/fixtures.ts';

export const collections = ['a', 'b', 'c'];
export const ids = Array.from({ length: 30 }, (_, i) => `item-${i}`);
export const declared = ['cloud', 'platform', 'made', 'ok', 'x.y'];

const modes: readonly WriteMode[] = ['insert', 'upsert', 'upsert', 'replace'];

/** One write; asked of two stores, it must do the same to both. */
export type Write = (catalog: Catalog) => Promise<unknown>;

const [swath, tiny] = [square(-20, 10, 40), square(12.25, 3, 0.01)];

function randomGeometry(random: Random): unknown {
  const [west, south] = [random.below(300) - 150, random.below(120) - 60];
  return random.pick([
    null,
    swath,
    tiny,
    square(west, south, 0.2),
    square(west, south, 3),
    { type: 'Point', coordinates: [west, south] },
    {
      type: 'MultiPolygon',
      coordinates: [square(178, south, 2), square(-180, south, 2)].map((one) => one.coordinates),
    },
  ]);
}

const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString();

function randomTimes(random: Random): object {
  const first = random.below(400);
  return random.pick([
    { datetime: day(first) },
    { datetime: day(random.below(3)) },
    { datetime: null },
    { datetime: null, start_datetime: day(first), end_datetime: day(first + random.pick([0, 1, 20, 300, 3_000])) },
  ]);
}

const randomProperties = (random: Random): object => ({
  ...randomTimes(random),
  cloud: random.pick([undefined, null, 0, 5, random.below(1_000) / 8, '5', 1e300]),
  platform: random.pick([undefined, 'one', 'two', 'Zwei \u{1f6f0}', '', ['one']]),
  made: random.pick([undefined, '2020-01-01T00:00:00Z', '2020-01-01T01:00:00.50+01:00', '2020-01-01', 7]),
  ...randomTexts(random),
  ok: random.pick([undefined, true, false, null, {}]),
  'x.y': random.pick([undefined, 1, 'x']),
  [`rare ${random.below(12)}`]: random.pick([true, 'text', random.next()]),
});

export const randomItem = (random: Random): Item =>
  makeItem(random.pick(ids), {
    collection: random.pick(collections),
    geometry: randomGeometry(random),
    properties: randomProperties(random),
  });

function putSome(random: Random): Write {
  const mode = random.pick(modes);
  const writes = Array.from({ length: 1 + random.below(6) }, (): ItemWrite => {
    const item = randomItem(random);
    return { item, ifMatch: random.pick([null, null, null, null, '*', item.etag]) };
  });
  return (catalog) => catalog.putItems(writes, mode);
}

function loadSome(random: Random): Write {
  const mode = random.pick(modes);
  const collection = random.pick(collections);
  const good = Array.from({ length: random.below(6) }, () => ({ ...randomItem(random).document, collection }));
  const bad = [itemJson('bad', { geometry: 7 }), null, { ...itemJson('elsewhere'), collection: 'nowhere' }];
  const features = [...good, ...bad.slice(random.below(3)), ...good.slice(0, 1)];
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  return async (catalog) => {
    const { features: reports, ...loaded } = await catalog.load(Buffer.from(text), collection, mode);
    return { ...loaded, features: [...reports] };
  };
}

function deleteSome(random: Random): Write {
  const keys = Array.from({ length: 1 + random.below(5) }, () => ({
    collection: random.pick(collections),
    id: random.pick(ids),
  }));
  const { collection, id } = keys[0]!;
  const ifMatch = random.pick([null, null, '*', 'another']);
  return random.chance(0.5)
    ? (catalog) => catalog.deleteItems(keys)
    : (catalog) => catalog.deleteItem(collection, id, ifMatch);
}

function writeCollection(random: Random): Write {
  const id = random.pick(collections);
  const mode = random.pick(modes);
  const collection = makeCollection(id, { title: `Title ${random.below(3)}` });
  return (catalog) => catalog.putCollection(collection, mode, null);
}

function dropCollection(random: Random): Write {
  const id = random.pick(collections);
  return (catalog) => catalog.deleteCollection(id, null);
}

export function randomWrite(random: Random): Write {
  const dice = random.below(100);
  if (dice < 45) return putSome(random);
  if (dice < 60) return loadSome(random);
  if (dice < 85) return deleteSome(random);
  return dice < 97 ? writeCollection(random) : dropCollection(random);
}
