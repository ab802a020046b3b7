import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localFileSource } from '../../server/src/adapters/ingest/local-file-source.ts';
import { documentOf } from '../../server/src/catalog/stored-document.ts';
import { batchesOf } from '../../server/src/ingest/batches.ts';
import { createSpeedometer } from '../../server/src/ingest/progress.ts';
import { all, createBench, documentsIn, fixedSource, manyItems, ndjson, temporaryFolder } from './support.ts';

const folder = temporaryFolder();

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const items = manyItems(20);
const broken = ndjson(items).replace('"item-000002"', '7').replace('"item-000011"', '7');
const collected = JSON.stringify({
  type: 'FeatureCollection',
  features: broken
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown),
});

describe.each([
  ['ndjson', broken],
  ['geojson', collected],
] as const)('%s that was stopped', (format, text) => {
  test.each([1, 2, 3, 4, 5, 6])('after %i batches goes on and ends with the same content', async (batches) => {
    const path = fileOf(`stopped-${batches}.${format}`, text);
    const whole = createBench();
    const told = await whole.run(await localFileSource(path, format));
    const parted = createBench();
    const first = await parted.run(await localFileSource(path, format), {}, batches);
    expect(first).toMatchObject({ isFinished: false, isResumed: false });
    expect(parted.checkpoint()).not.toBeNull();
    const second = await parted.run(await localFileSource(path, format));
    expect(second).toEqual({ ...told, isResumed: true });
    expect(second.tally).toMatchObject({ read: 20, created: 18, rejected: 2, collections: 1 });
    expect(await documentsIn(parted.catalog)).toEqual(await documentsIn(whole.catalog));
    expect(parted.rejects).toEqual(whole.rejects);
    expect(parted.checkpoint()).toBeNull();
    expect(await extentOf(parted)).toEqual(await extentOf(whole));
  });
});

const extentOf = async ({ catalog }: ReturnType<typeof createBench>) =>
  documentOf((await catalog.getCollection('scenes', 'all'))!.bytes)['extent'];

describe('a checkpoint', () => {
  test('does not hold for a source that changed: it says so and starts anew', async () => {
    const path = fileOf('changing.ndjson', ndjson(items));
    const bench = createBench();
    await bench.run(await localFileSource(path, 'ndjson'), {}, 2);
    writeFileSync(path, ndjson(manyItems(25)));
    const report = await bench.run(await localFileSource(path, 'ndjson'));
    expect(bench.said).toEqual([expect.stringContaining('the source changed since')]);
    expect(report).toMatchObject({ isResumed: false, tally: { read: 25, created: 19, unchanged: 6 } });
    expect((await documentsIn(bench.catalog)).size).toBe(25);
  });

  test('is passed over where that is asked for', async () => {
    const path = fileOf('restarted.ndjson', ndjson(items));
    const bench = createBench();
    await bench.run(await localFileSource(path, 'ndjson'), {}, 2);
    const report = await bench.run(await localFileSource(path, 'ndjson'), { isRestarted: true });
    expect(report).toMatchObject({ isResumed: false, tally: { read: 20 } });
  });

  test('that lags behind what is stored costs those batches again, and nothing is told twice', async () => {
    const path = fileOf('late.ndjson', broken);
    const bench = createBench();
    await bench.run(await localFileSource(path, 'ndjson'), {}, 1);
    const early = bench.checkpoint()!;
    // As a kill between a commit and its checkpoint leaves it: stored and told, but not noted.
    await bench.run(await localFileSource(path, 'ndjson'), {}, 4);
    bench.restore(early);
    const { tally } = await bench.run(await localFileSource(path, 'ndjson'));
    expect(tally).toMatchObject({ read: 20, created: 7, unchanged: 11, rejected: 2 });
    expect(bench.rejects.map(({ position }) => position)).toEqual(['line 3', 'line 12']);
    expect((await documentsIn(bench.catalog)).size).toBe(18);
  });
});

describe('a finished ingest', () => {
  test('leaves collections with the extent of what came in', async () => {
    const bench = createBench();
    const path = fileOf(
      'extent.ndjson',
      ndjson([place('a', 10, '2026-01-01T00:00:00Z'), place('b', 20, '2026-02-01T00:00:00Z')]),
    );
    await bench.run(await localFileSource(path, 'ndjson'));
    expect(await extentOf(bench)).toEqual({
      spatial: { bbox: [[10, 5, 20, 5]] },
      temporal: { interval: [['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']] },
    });
    const more = fileOf('more.ndjson', ndjson([place('c', -30, '2025-01-01T00:00:00Z')]));
    await bench.run(await localFileSource(more, 'ndjson'));
    expect(await extentOf(bench)).toEqual({
      spatial: { bbox: [[-30, 5, 20, 5]] },
      temporal: { interval: [['2025-01-01T00:00:00Z', '2026-02-01T00:00:00Z']] },
    });
  });
});

const place = (id: string, longitude: number, datetime: string) => ({
  ...items[0],
  id,
  geometry: { type: 'Point', coordinates: [longitude, 5] },
  properties: { datetime },
});

describe('batches', () => {
  const entries = manyItems(10).map((document, i) => ({
    position: String(i),
    content: { kind: 'item', document } as const,
    next: { at: i + 1 },
    done: i + 1,
  }));
  const rules = { collection: null, fallback: 'scenes', validate: 'basic' } as const;
  const sizes = async (stepMs: number, isStopping = () => false) => {
    let nowMs = 0;
    const gathering = { rules, clock: { nowMs: () => (nowMs += stepMs) }, isStopping, most: 4 };
    const batches = await all(batchesOf(fixedSource(entries).entries(null), gathering));
    return batches.map(({ verdicts }) => verdicts.length);
  };

  test('are full where the source is fast, and smaller where it is slow or a stop is asked for', async () => {
    expect(await sizes(0)).toEqual([4, 4, 2]);
    expect(await sizes(700)).toEqual([3, 3, 3, 1]);
    expect(await sizes(0, () => true)).toEqual(Array.from({ length: 10 }, () => 1));
  });
});

describe('the speedometer', () => {
  const about = { total: 1_000, unit: 'bytes' } as const;

  test('counts from where this run began', () => {
    const speedometer = createSpeedometer({ items: 50, done: 500 }, 0);
    expect(speedometer.read({ items: 60, done: 600 }, 2_000, about)).toMatchObject({
      itemsPerSecond: 5,
      secondsLeft: 8,
    });
  });

  test('forgets how fast it was a while ago', () => {
    const speedometer = createSpeedometer({ items: 0, done: 0 }, 0);
    speedometer.read({ items: 500, done: 500 }, 1_000, about);
    speedometer.read({ items: 510, done: 510 }, 30_000, about);
    expect(speedometer.read({ items: 520, done: 520 }, 60_000, about).itemsPerSecond).toBeCloseTo(10 / 30);
  });

  test('says nothing of the end where nobody knows it', () => {
    const speedometer = createSpeedometer({ items: 0, done: 0 }, 0);
    const told = speedometer.read({ items: 1, done: 1 }, 1_000, { total: null, unit: 'items' });
    expect(told.secondsLeft).toBeNull();
  });
});
