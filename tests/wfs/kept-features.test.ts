import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newShelf, openShelf } from '../../server/src/adapters/wfs/shelf.ts';
import { describeFeatureType } from '../../server/src/wfs/feature-type.ts';
import { looseItem } from '../stac/writes-fixture.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { type WfsService, startWfs } from './support.ts';

const { attributes } = describeFeatureType(['vendor'], []);
/** Shows the same, but is not kept: it names what it wants. */
const unkept = [...attributes.map(({ name }) => name), 'featureGeometry'].join(',');

const item = (id: string, collection: string, cloud: number, day: number) =>
  looseItem(id, {
    collection,
    bbox: [day, 0, day + 1, 1],
    properties: { datetime: new Date(Date.UTC(2022, 0, 1 + day)).toISOString(), 'eo:cloud_cover': cloud, title: 'ä' },
  });

const at = (replaced: number, arrived = 0) => ({ replaced, arrived });

const texts = (...words: readonly string[]) =>
  [Buffer.from(words.join('')), words.map(({ length }) => length)] as const;

const withoutTime = (text: string) => text.replaceAll(/timeStamp"?[=:]"[^"]*"| next="[^"]*"|"links":.*/gs, '');

describe('features that were written before', () => {
  let swath: WfsService;
  const random = createRandom(testSeed());
  beforeAll(async () => {
    swath = await startWfs();
    for (const collection of ['a', 'b']) await swath.collection(collection);
    await swath.load(
      'a',
      Array.from({ length: 300 }, (_, i) => item(`i${i}`, 'a', i % 100, i % 90)),
    );
  });
  afterAll(() => swath.stop());

  const requests: readonly Readonly<Record<string, string | number>>[] = [
    { outputFormat: 'application/json' },
    {},
    { outputFormat: 'application/json', sortBy: 'featureId', count: 40, startIndex: 7 },
    { bbox: '0,5,1,20' },
  ];

  /** Both ways at once: what is kept is what is written anew. */
  async function differences(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const request of requests) {
      const [kept, anew] = await Promise.all([
        swath.features(request),
        swath.features({ ...request, propertyName: unkept }),
      ]);
      const [first, second] = [kept, anew].map(({ status, text }) => `${status} ${withoutTime(text)}`);
      if (first !== second) found.push(first!, second!);
    }
    return found;
  }

  test('are the same when they are asked for again', async () => {
    for (let round = 0; round < 3; round++) expect(await differences()).toEqual([]);
  });

  test('are read from the file that they were kept in', async () => {
    const request = { outputFormat: 'application/json', count: 5 };
    const before = await swath.features(request);
    const own = readdirSync(join(swath.dataFolder, 'wfs')).find((name) => !name.endsWith('.lock'))!;
    const file = join(swath.dataFolder, 'wfs', own, 'kept-1');
    const kept = readFileSync(file, 'latin1');
    writeFileSync(file, kept.replaceAll('"Feature"', '"FEATURE"'), 'latin1');
    const after = await swath.features(request);
    writeFileSync(file, kept, 'latin1');
    expect(withoutTime(after.text)).toBe(withoutTime(before.text).replaceAll('"Feature"', '"FEATURE"'));
  });

  test('are written anew once their items change, whoever else has their id', async () => {
    const changes = [
      () => swath.load('a', [item(`i${random.below(300)}`, 'a', random.below(100), random.below(90))]),
      () => swath.load('b', [item(`i${random.below(300)}`, 'b', random.below(100), random.below(90))]),
      () => swath.send('DELETE', `/collections/b/items/i${random.below(300)}`),
      () => swath.send('DELETE', `/collections/a/items/i${random.below(300)}`),
      () => swath.load('a', [item(`i${300 + random.below(50)}`, 'a', 5, random.below(90))]),
    ];
    for (let round = 0; round < 25; round++) {
      await random.pick(changes)();
      expect(await differences()).toEqual([]);
    }
  });
});

describe('a shelf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfs-shelf-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('gives what was put, in any order, up to the first that is not there', () => {
    const place = newShelf(join(folder, 'one'), 100, 1_000);
    const [shelf, other] = [openShelf(place), openShelf(place)];
    expect(shelf.changes()).toBeNull();
    shelf.forget([], at(3));
    shelf.put([5, 6, -1, 200], at(3), ...texts('five', 'six', 'no', 'far'));
    other.put([6, 7], at(3), ...texts('six', 'seven'));
    expect(Buffer.from(other.take([7, 5, 6, 8, 5], at(3))!.bytes).toString()).toBe('sevenfivesix');
    expect(shelf.take([7, 5, 6, 8, 5], at(3))!.items).toBe(3);
    expect([shelf.take([8, 5], at(3)), shelf.take([200], at(3)), shelf.changes()]).toEqual([null, null, at(3)]);
    for (const one of [shelf, other]) one.close();
  });

  test('gives and takes nothing of another moment', () => {
    const shelf = openShelf(newShelf(join(folder, 'two'), 100, 1_000));
    shelf.forget([], at(1, 10));
    shelf.put([1, 2], at(1, 10), ...texts('a', 'b'));
    shelf.forget([1], at(2, 11));
    expect([shelf.take([2], at(1, 10)), shelf.take([1], at(2, 11)), shelf.take([2], at(2, 11))?.items]).toEqual([
      null,
      null,
      1,
    ]);
    shelf.put([1], at(1, 10), ...texts('old'));
    shelf.forget([2], at(1, 10));
    expect([shelf.take([1], at(2, 11)), shelf.take([2], at(2, 11))?.items]).toEqual([null, 1]);
    shelf.forget(null, at(9, 11));
    expect(shelf.take([2], at(9, 11))).toBeNull();
    shelf.close();
  });

  test('keeps no more than there is room for', () => {
    const shelf = openShelf(newShelf(join(folder, 'three'), 100, 12));
    shelf.forget([], at(1));
    shelf.put([1], at(1), ...texts('ten letter'));
    shelf.put([2], at(1), ...texts('two'));
    expect([shelf.take([1], at(1))?.items, shelf.take([2], at(1))]).toEqual([1, null]);
    shelf.close();
  });

  test('keeps no more on a disk that is nearly full, and gives back what it has before others are refused', () => {
    let free = 500;
    const file = join(folder, 'disk');
    const shelf = openShelf(newShelf(file, 100, 1_000, 100), () => free);
    shelf.forget([], at(1));
    const put = (key: number) => shelf.put([key], at(1), ...texts(`feature ${key}`));
    const kept = () => [1, 2, 3, 4].filter((key) => shelf.take([key], at(1)) !== null);
    put(1);
    free = 199;
    put(2);
    expect(kept()).toEqual([1]);
    free = 99;
    put(3);
    expect([kept(), statSync(file).size, shelf.changes()]).toEqual([[], 0, null]);
    free = 500;
    shelf.forget([], at(1));
    put(4);
    expect(kept()).toEqual([4]);
    shelf.close();
  });

  test('begins anew where it is full and half of it is forgotten, and not before', () => {
    const shelf = openShelf(newShelf(join(folder, 'four'), 100, 40));
    shelf.forget([], at(1));
    shelf.put([1, 2, 3], at(1), ...texts('letters ab', 'letters cd', 'letters ef'));
    shelf.forget([1], at(2));
    const put = (key: number) => shelf.put([key], at(3), ...texts(`letters ${key}${key}`));
    shelf.put([4], at(2), ...texts('letters gh'));
    expect([shelf.take([3], at(2))?.items, shelf.take([4], at(2))]).toEqual([1, null]);
    shelf.forget([2], at(3));
    for (const key of [5, 6, 7, 8, 9]) put(key);
    expect(shelf.take([3], at(3))).toBeNull();
    expect(Buffer.from(shelf.take([6, 7, 8, 9], at(3))!.bytes).toString()).toBe('letters 66letters 77letters 88');
    shelf.close();
  });

  test('begins anew where much finds no room: what was deleted is forgotten by nobody', () => {
    const shelf = openShelf(newShelf(join(folder, 'five'), 100, 400));
    shelf.forget([], at(1));
    const large = 'x'.repeat(320);
    shelf.put([1], at(1), ...texts(large));
    // Each time an eighth of it counts, until it is half of the room.
    for (let times = 0; times < 5; times++) {
      expect(shelf.take([1], at(1))?.items).toBe(1);
      shelf.put([2], at(1), ...texts(large));
    }
    expect([shelf.take([1], at(1)), shelf.take([2], at(1))]).toEqual([null, null]);
    shelf.put([2], at(1), ...texts(large));
    expect(shelf.take([2], at(1))?.items).toBe(1);
    shelf.close();
  });
});
