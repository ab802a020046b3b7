import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { readState } from '../../server/src/adapters/demo/archive-state.ts';
import { type ArchiveNeeds, makeArchive } from '../../server/src/adapters/demo/make-archive.ts';
import { makeScene } from '../../server/src/adapters/demo/make-scene.ts';
import { imageName, sceneFolder } from '../../server/src/adapters/demo/scene-files.ts';
import { startArchive } from '../../server/src/adapters/demo/start-archive.ts';
import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import { createTiffReader } from '../../server/src/adapters/tiff/tiff-reader.ts';
import { parseCollection } from '../../server/src/catalog/collection.ts';
import { locationOfHref } from '../../server/src/catalog/local-href.ts';
import type { Scene } from '../../server/src/demo/scene.ts';
import { capturedLog } from '../support/captured-log.ts';
import { smallScene } from './small-scene.ts';

const scenes: readonly Scene[] = [
  smallScene('ellerfurt-20230602'),
  smallScene('ellerfurt-20250702-ms'),
  smallScene('hohenwehr-20230917', { clouds: { seed: 3, share: 0.5, size: 60, baseMetres: 40 } }),
];

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swath-demo-'));
  folders.push(folder);
  return join(folder, 'demo');
}

type Made = { readonly made: string[]; readonly needs: ArchiveNeeds; readonly log: ReturnType<typeof capturedLog> };

/** Makes scenes on this thread; `fail` may refuse one. */
function archiveIn(demoFolder: string, catalog = createMemoryCatalog(), fail: (scene: Scene) => void = () => {}): Made {
  const made: string[] = [];
  const log = capturedLog();
  const make = async (scene: Scene) => {
    fail(scene);
    await makeScene(scene, demoFolder);
    made.push(scene.id);
  };
  const startMaker = () => ({ make, close: async () => {} });
  return { made, log, needs: { catalog, log, demoFolder, scenes, startMaker, makers: 1, isStopping: () => false } };
}

type StoredItem = {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, { readonly href: string; readonly roles: readonly string[] }>>;
};

describe('the demo archive', () => {
  it('is made once: collections, items, images, thumbnails, clouds', async () => {
    const demoFolder = newFolder();
    const { needs, made, log } = archiveIn(demoFolder);
    await makeArchive(needs);
    expect(made).toEqual(scenes.map(({ id }) => id));
    expect(log.lines.filter(({ message }) => message === 'a scene of the demo archive is ready')).toHaveLength(3);
    const collection = JSON.parse(
      Buffer.from((await needs.catalog.getCollection('demo-visual', 'all'))!.bytes).toString(),
    );
    expect(collection).toMatchObject({ license: 'CC0-1.0', keywords: expect.arrayContaining(['demo']) });
    const stored = await needs.catalog.getItem('demo-visual', 'hohenwehr-20230917', 'all');
    const item = JSON.parse(Buffer.from(stored!.bytes).toString()) as StoredItem;
    expect(item.properties).toMatchObject({ gsd: 0.4, datetime: '2023-09-17T10:35:58Z', 'view:sun_elevation': 42 });
    expect(item.properties['eo:cloud_cover']).toBeGreaterThan(5);
    expect(Object.keys(item.assets)).toEqual(['visual', 'thumbnail', 'clouds']);
    for (const { href } of Object.values(item.assets)) {
      expect(href).toMatch(/^~swath-local:/);
      expect(existsSync(fileURLToPath(locationOfHref(href)))).toBe(true);
    }
    const clouds = JSON.parse(readFileSync(fileURLToPath(locationOfHref(item.assets['clouds']!.href)), 'utf8'));
    expect(clouds.features[0].geometry.type).toMatch(/Polygon$/);
    await makeArchive(archiveIn(demoFolder, needs.catalog as never).needs);
    expect(readState(demoFolder)?.phase).toBe('finished');
  });

  it('has real cloud optimized images: JPEG with a mask, and 16 bits in four bands', async () => {
    const demoFolder = newFolder();
    await makeArchive(archiveIn(demoFolder).needs);
    const reader = createTiffReader({ localRoots: [demoFolder] });
    const open = (scene: Scene) => reader.open(join(sceneFolder(demoFolder, scene), imageName(scene)));
    const visual = await open(scenes[0]!);
    expect(visual.info).toMatchObject({
      isCloudOptimized: true,
      sampleType: 'uint8',
      validity: 'mask',
      crs: { epsg: 32632 },
    });
    const multispectral = await open(scenes[1]!);
    expect(multispectral.info).toMatchObject({ isCloudOptimized: true, sampleType: 'uint16', nodata: 0 });
    expect(multispectral.info.bands.map(({ name }) => name)).toEqual(['blue', 'green', 'red', 'nir']);
    await Promise.all([visual.close(), multispectral.close()]);
  });

  it('goes on after a failure with what is missing, and shows nothing that is not whole', async () => {
    const demoFolder = newFolder();
    const first = archiveIn(demoFolder, undefined, ({ id }) => {
      if (id === scenes[1]!.id) throw new Error('ENOSPC: no space left on device, write');
    });
    await expect(makeArchive(first.needs)).rejects.toThrow('ENOSPC');
    expect(first.made).toEqual([scenes[0]!.id]);
    expect(await first.needs.catalog.getItem('demo-multispectral', scenes[1]!.id, 'all')).toBeNull();
    // What a killed process leaves behind.
    mkdirSync(sceneFolder(demoFolder, scenes[1]!), { recursive: true });
    writeFileSync(join(sceneFolder(demoFolder, scenes[1]!), `${imageName(scenes[1]!)}.unfinished`), 'half a file');
    const second = archiveIn(demoFolder, first.needs.catalog as never);
    await makeArchive(second.needs);
    expect(second.made).toEqual([scenes[1]!.id, scenes[2]!.id]);
    expect(existsSync(join(sceneFolder(demoFolder, scenes[1]!), `${imageName(scenes[1]!)}.unfinished`))).toBe(false);
  });

  it('does not make files again that are whole, when only the catalogue misses them', async () => {
    const demoFolder = newFolder();
    await makeScene(scenes[0]!, demoFolder);
    const { needs, made } = archiveIn(demoFolder);
    await makeArchive(needs);
    expect(made).toEqual([scenes[1]!.id, scenes[2]!.id]);
    expect(await needs.catalog.getItem('demo-visual', scenes[0]!.id, 'all')).not.toBeNull();
  });

  it('that an operator deleted does not come back, neither whole nor in parts', async () => {
    const demoFolder = newFolder();
    const catalog = createMemoryCatalog();
    await makeArchive(archiveIn(demoFolder, catalog).needs);
    await catalog.deleteCollection('demo-visual', null);
    rmSync(demoFolder, { recursive: true });
    const after = archiveIn(demoFolder, catalog);
    await makeArchive(after.needs);
    expect(after.made).toEqual([]);
    expect(await catalog.getCollection('demo-visual', 'all')).toBeNull();
  });

  it('that an operator deleted while it was made stays deleted, and the other collection is completed', async () => {
    const demoFolder = newFolder();
    const catalog = createMemoryCatalog();
    const first = archiveIn(demoFolder, catalog, ({ id }) => {
      if (id === scenes[1]!.id) throw new Error('stop here');
    });
    await expect(makeArchive(first.needs)).rejects.toThrow('stop here');
    await catalog.deleteCollection('demo-visual', null);
    const second = archiveIn(demoFolder, catalog);
    await makeArchive(second.needs);
    expect(second.made).toEqual([scenes[1]!.id]);
    expect(await catalog.getCollection('demo-visual', 'all')).toBeNull();
  });

  it('keeps away from collections of its name that are somebody else’s', async () => {
    const demoFolder = newFolder();
    const catalog = createMemoryCatalog();
    const extent = { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [[null, null]] } };
    const own = {
      type: 'Collection',
      stac_version: '1.0.0',
      id: 'demo-visual',
      description: 'Mine',
      license: 'other',
      extent,
      links: [],
    };
    await catalog.putCollection(parseCollection(own), 'insert', null);
    const { needs, made } = archiveIn(demoFolder, catalog);
    await makeArchive(needs);
    expect(made).toEqual([]);
    expect([existsSync(demoFolder), readState(demoFolder)]).toEqual([false, null]);
  });
});

describe('the demo archive in the background', () => {
  it('is made by threads', async () => {
    const demoFolder = newFolder();
    const catalog = createMemoryCatalog();
    const log = capturedLog();
    await startArchive({ catalog, log, demoFolder, scenes: scenes.slice(0, 2) }).done;
    expect(log.lines.map(({ message }) => message)).toContain('the demo archive is complete');
    expect(await catalog.getItem('demo-visual', scenes[0]!.id, 'all')).not.toBeNull();
    expect(await catalog.getItem('demo-multispectral', scenes[1]!.id, 'all')).not.toBeNull();
  });

  it('says once why it cannot be made, and nobody else is troubled', async () => {
    const demoFolder = newFolder();
    mkdirSync(join(demoFolder, '..'), { recursive: true });
    writeFileSync(demoFolder, 'a file where the folder should be');
    const log = capturedLog();
    await startArchive({ catalog: createMemoryCatalog(), log, demoFolder, scenes }).done;
    const errors = log.lines.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ message: expect.stringContaining('the next start goes on with it') });
  });

  it('ends soon when the service stops, and goes on at the next start', async () => {
    const demoFolder = newFolder();
    const catalog = createMemoryCatalog();
    const large = [smallScene('ellerfurt-20230602', { size: [1080, 1040], middle: [0, 0] })];
    const log = capturedLog();
    const making = startArchive({ catalog, log, demoFolder, scenes: large });
    await new Promise((resolve) => void setTimeout(resolve, 700));
    const before = performance.now();
    await making.stop();
    expect(performance.now() - before).toBeLessThan(2_500);
    await making.done;
    expect(readState(demoFolder)).toEqual({ phase: 'making', scenes: [] });
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(existsSync(join(sceneFolder(demoFolder, large[0]!), 'item.json'))).toBe(false);
  });
});
