import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createFileTree } from '../../server/src/adapters/ingest/file-tree.ts';
import { folderSource } from '../../server/src/ingest/geotiff-folder.ts';
import type { FileTree } from '../../server/src/ingest/ports.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { createBench, documentsIn, item, temporaryFolder } from './support.ts';

const names = Array.from({ length: 10 }, (_, i) => `day-${i % 3}/scene-${i}.tif`).sort();
const locationOf = (name: string) => `file:///archive/${name}`;

/** A folder that is told, not looked at. */
function openFolder(bench: ReturnType<typeof createBench>, files: readonly string[] = names) {
  const made: string[] = [];
  const tree: FileTree = {
    paths: async () => files,
    look: async (relativePath) => ({
      location: locationOf(relativePath),
      relativePath,
      byteLength: 100,
      modified: '2026-05-01T00:00:00.000Z',
    }),
    exists: async (location) => files.some((name) => locationOf(name) === location),
  };
  const items = {
    make: async ({ location, byteLength, modified }: Awaited<ReturnType<FileTree['look']>>, id: string) => {
      made.push(id);
      return item(id, { assets: { data: { href: location, 'file:size': byteLength, updated: modified } } });
    },
  };
  const place = { name: 'folder', collection: 'scenes', url: 'file:///archive/', idFrom: 'name' } as const;
  return { made, source: folderSource({ catalog: bench.catalog, files: tree, items }, place) };
}

describe('a folder that was stopped', () => {
  test.each([1, 2, 3])('after %i batches goes on with the files that are left', async (batches) => {
    const bench = createBench();
    const first = openFolder(bench);
    expect(await bench.run(first.source, {}, batches)).toMatchObject({ isFinished: false });
    const second = openFolder(bench);
    const { isResumed, tally } = await bench.run(second.source);
    expect(isResumed).toBe(true);
    expect(tally).toMatchObject({ read: 10, created: 10, unchanged: 0, missing: 0 });
    expect(second.made.length).toBe(10 - 3 * batches);
    expect((await documentsIn(bench.catalog)).size).toBe(10);
  });

  test('and lost files meanwhile tells of those too', async () => {
    const bench = createBench();
    await bench.run(openFolder(bench).source, {}, 1);
    const { tally } = await bench.run(openFolder(bench, names.slice(1)).source);
    expect(tally).toMatchObject({ created: 10, missing: 1 });
    expect(bench.rejects).toMatchObject([{ position: locationOf(names[0]!), reason: 'its file is gone' }]);
  });
});

test('a store or bucket that is out of reach rejects no file: the run ends, and goes on when it is back', async () => {
  const bench = createBench();
  const away = new PlatformError('unavailable', 'the database is out of reach');
  const { catalog } = bench;
  let asked = 0;
  const failing = {
    ...catalog,
    getItem: (...all: Parameters<typeof catalog.getItem>) =>
      ++asked > 5 ? Promise.reject(away) : catalog.getItem(...all),
  };
  await expect(bench.run(openFolder({ ...bench, catalog: failing }).source)).rejects.toThrow('out of reach');
  expect(bench.rejects).toEqual([]);
  const { tally } = await bench.run(openFolder(bench).source);
  expect(tally).toMatchObject({ read: 10, created: 10, rejected: 0 });
});

describe('files of one id', () => {
  test('the one that is stored keeps it, also where another comes before it', async () => {
    const bench = createBench();
    await bench.run(openFolder(bench, ['b/same.tif']).source);
    const { tally } = await bench.run(openFolder(bench, ['a/same.tif', 'b/same.tif']).source);
    expect(tally).toMatchObject({ unchanged: 1, rejected: 1, created: 0, replaced: 0, moved: 0 });
    expect(bench.rejects).toMatchObject([{ position: 'a/same.tif', id: 'same' }]);
  });

  test('a file that moved takes its item along, once', async () => {
    const bench = createBench();
    await bench.run(openFolder(bench, ['a/same.tif']).source);
    const moved = await bench.run(openFolder(bench, ['b/same.tif']).source);
    expect(moved.tally).toMatchObject({ moved: 1, replaced: 1, missing: 0, rejected: 0 });
    const after = await bench.run(openFolder(bench, ['b/same.tif']).source);
    expect(after.tally).toMatchObject({ moved: 0, unchanged: 1, missing: 0 });
  });
});

test('a place that is no file of this machine is not judged by whether it is there', async () => {
  const folder = temporaryFolder();
  const { exists } = createFileTree(folder, [folder]);
  expect(await exists('s3://bucket/key.tif')).toBe(true);
  expect(await exists(pathToFileURL(folder).href)).toBe(true);
  expect(await exists(pathToFileURL(join(folder, 'gone.tif')).href)).toBe(false);
});
