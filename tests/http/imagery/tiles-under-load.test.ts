import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPictureThreads } from '../../../server/src/adapters/pictures/picture-threads.ts';
import type { Pictures } from '../../../server/src/imagery/ports.ts';
import { rememberPictures } from '../../../server/src/imagery/render/remember-pictures.ts';
import { startVariant } from '../../support/start-variant.ts';
import { startedWorkers } from '../../support/start-worker.ts';
import { type PictureArchive, pixelsOf, quarters, startPictureArchive, tiff, tileAt } from './picture-archive.ts';

let archive: PictureArchive;
const [west, , , north] = quarters.bounds;

beforeAll(async () => {
  archive = await startPictureArchive();
  await archive.item('scene', { assets: { visual: tiff(archive.file('scene.tif', quarters.bytes())) } });
});
afterAll(() => archive.stop());

/** Tiles that all show some of the scene. */
const tiles = (count: number, z = 22): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) => tileAt(32633, west + 20 + (at % 20) * 18, north - 20 - Math.floor(at / 20) * 18, z).path,
  );

const threads = (count: number, mostWaiting: number) =>
  createPictureThreads({ archiveRoots: [archive.folder], cacheBytes: 1 << 24 }, { threads: count, mostWaiting });

/** The service over other pictures. */
async function withPictures(pictures: Pictures, cacheBytes = 1 << 24) {
  const remembered = rememberPictures(pictures, cacheBytes);
  let asked = 0;
  const ofGround: Pictures['ofGround'] = (...job) => ((asked += 1), remembered.ofGround(...job));
  const variant = await startVariant(archive.service, { pictures: { ...remembered, ofGround } });
  const get = (tile: string, signal?: AbortSignal) =>
    fetch(`${variant.url}/streaming/v1/tiles/scenes/scene/${tile}.png`, {
      headers: { authorization: `Bearer ${archive.token}` },
      ...(signal === undefined ? {} : { signal }),
    });
  return { ...variant, get, asked: () => asked };
}

const never = () => new Promise<never>(() => {});

describe('many at once', () => {
  test('100 callers of one tile get one drawing, and it is not drawn again', async () => {
    const pool = threads(1, 64);
    let drawn = 0;
    const service = await withPictures({ ...pool, ofGround: (...job) => ((drawn += 1), pool.ofGround(...job)) });
    const [tile] = tiles(1) as [string];
    const answers = await Promise.all(Array.from({ length: 100 }, () => service.get(tile)));
    const bodies = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('base64')),
    );
    expect([new Set(answers.map(({ status }) => status)), new Set(bodies).size, drawn]).toEqual([new Set([200]), 1, 1]);
    expect([(await service.get(tile)).status, drawn]).toEqual([200, 1]);
    await service.stop();
    await pool.close();
  });

  test('beyond the bound of what waits: 503 with Retry-After at once; the others are served', async () => {
    const pool = threads(1, 4);
    const service = await withPictures(pool);
    const answers = await Promise.all(tiles(120).map((tile) => service.get(tile)));
    const statuses = new Map<number, number>();
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(new Set(statuses.keys())).toEqual(new Set([200, 503]));
    const refused = answers.find(({ status }) => status === 503)!;
    expect([refused.headers.get('retry-after'), refused.headers.get('etag'), await refused.json()]).toEqual([
      '1',
      null,
      { message: 'Service Unavailable: too many pictures wait', code: 'unavailable', type: 'api_error' },
    ]);
    // Afterwards everything is as before.
    expect((await service.get(tiles(1, 21)[0]!)).status).toBe(200);
    await service.stop();
    await pool.close();
  });

  test('a caller who leaves takes the job along, but not while another waits for it', async () => {
    const seen: AbortSignal[] = [];
    const service = await withPictures({ ofGround: (_, signal) => (seen.push(signal!), never()), ofImage: never });
    const [first, second] = [new AbortController(), new AbortController()];
    const [tile] = tiles(1) as [string];
    const answers = [first, second].map(({ signal }) => service.get(tile, signal).catch(() => 'gone'));
    // Both wait for the one drawing.
    await until(() => service.asked() === 2);
    first.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([seen.length, seen[0]!.aborted]).toEqual([1, false]);
    second.abort();
    await until(() => seen[0]!.aborted);
    expect(await Promise.all(answers)).toEqual(['gone', 'gone']);
    await service.stop();
  });
});

describe('a whole image', () => {
  test('is drawn by the same threads, and a look that it cannot have is refused', async () => {
    const pool = threads(1, 4);
    const job = {
      key: 'thumbnail',
      source: { location: `${archive.folder}/scene.tif`, bands: [] },
      longestSide: 100,
      format: 'png',
      bands: null,
      rescale: null,
    } as const;
    const { width, height, at } = await pixelsOf(await pool.ofImage(job));
    expect([width, height, at(75, 25)]).toEqual([100, 100, [...quarters.colours[1], 255]]);
    await expect(pool.ofImage({ ...job, bands: ['7'] })).rejects.toMatchObject({ kind: 'invalid_parameters' });
    await expect(pool.ofImage({ ...job, source: { location: '/etc/hostname', bands: [] } })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await pool.close();
  });
});

describe('a thread that ends', () => {
  test('its pictures are 503, the next one starts another and is served', async () => {
    const pool = threads(1, 200);
    const service = await withPictures({
      ...pool,
      ofGround(...job) {
        const drawing = pool.ofGround(...job);
        // It has at least this one to draw.
        if (service.asked() === 41) void worker.terminate();
        return drawing;
      },
    });
    const before = startedWorkers.length;
    expect((await service.get(tiles(1, 21)[0]!)).status).toBe(200);
    expect(startedWorkers.length).toBe(before + 1);
    const worker = startedWorkers.at(-1)!;
    const answers = tiles(100).map((tile) => service.get(tile));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    // Only those that it was drawing are lost.
    expect(statuses.filter((status) => status === 503).length).toBeLessThanOrEqual(2);
    const { path, column, row } = tileAt(32633, west + 100, north - 100, 19);
    expect((await pixelsOf(await service.get(path))).at(column, row)).toEqual([...quarters.colours[0], 255]);
    await service.stop();
    await pool.close();
  });

  test('close ends the threads by a message, whatever they draw, and refuses what comes after', async () => {
    const pool = threads(2, 200);
    const before = startedWorkers.length;
    const service = await withPictures(pool);
    const asked = tiles(40, 21).map((tile) => service.get(tile));
    await until(() => startedWorkers.length === before + 2);
    await pool.close();
    expect(startedWorkers.length).toBe(before);
    for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
    expect((await service.get(tiles(1, 20)[0]!)).status).toBe(503);
    await service.stop();
  });
});

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
