import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSurveyThreads } from '../../server/src/adapters/surveys/survey-threads.ts';
import { unpackCells } from '../../server/src/select/pack-cells.ts';
import { open, temporaryFile } from '../catalog/sqlite/temporary-catalogue.ts';
import { sized } from '../support/sized.ts';
import { type Scene, fillCatalog, home, jobOf, outline, quarters, sceneOf } from './survey-support.ts';

/** The thread lets others go first: on a busy machine it has little of it. */
const timeout = 300_000;

async function threadsOver(scenes: readonly Scene[], file = temporaryFile(), mostTiles = 200_000) {
  const { catalog } = await open(file, ['catalog_id', 'acquisition_id', 'platform']);
  await fillCatalog(catalog, scenes);
  const threads = createSurveyThreads({
    place: { store: 'sqlite', file },
    archiveRoots: [join(dirname(file), 'archive')],
    mostTiles,
  });
  onTestFinished(() => threads.close());
  return threads;
}

const aoi = { intersects: outline(home) };

const assets = (href: string) => ({ clouds: { href, type: 'application/geo+json' } });

describe('a survey in its thread', () => {
  test('finds the tiles of the stored catalogue, with clouds of local files', async () => {
    const file = temporaryFile();
    const [archive, clouds] = [join(dirname(file), 'archive'), join(dirname(file), 'archive', 'clouds.geojson')];
    mkdirSync(archive);
    writeFileSync(clouds, JSON.stringify({ type: 'Feature', properties: {}, geometry: quarters(home, '0') }));
    const outside = join(dirname(file), 'outside.geojson');
    writeFileSync(outside, readFileSync(clouds));
    const threads = await threadsOver(
      [sceneOf('in', { assets: assets(clouds) }), sceneOf('out', { assets: assets(outside) })],
      file,
    );
    const { summary, packedCells } = await threads.survey(jobOf(aoi));
    expect(summary).toMatchObject({ acquisitions: ['in', 'out'], tiles: 2 });
    expect(packedCells.flatMap(unpackCells)[0]!.best_matches.map((tile) => tile['aoi:cloud_free_percentage'])).toEqual([
      75,
      null,
    ]);
  });

  test('refusals arrive as such', async () => {
    const threads = await threadsOver([sceneOf('a', { geometry: outline('Z13-03113323') })], temporaryFile(), 100);
    const refused = threads.survey(jobOf({ intersects: outline('Z13-03113323') }));
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: expect.stringContaining('more than 100 candidate tiles'),
    });
  });

  test('grants travel with it', async () => {
    const threads = await threadsOver([sceneOf('a'), sceneOf('b', { collection: 'hidden' })]);
    expect((await threads.survey(jobOf(aoi, new Set(['hidden'])))).summary.acquisitions).toEqual(['b']);
  });

  test('one that nobody waits for ends, and the others go on', async () => {
    const scenes = Array.from({ length: 3_000 }, (_, i) => sceneOf(`s${i}`));
    const threads = await threadsOver(scenes);
    await threads.survey(jobOf({ ...aoi, query: 'nothing' }));
    const stop = new AbortController();
    const long = threads.survey(jobOf(aoi), stop.signal);
    const small = threads.survey(jobOf({ ids: ['s1'] }));
    await wait(5);
    stop.abort(new Error('gone'));
    await expect(long).rejects.toThrow('gone');
    expect((await small).summary.tiles).toBe(1);
  });

  test('many of one account leave room for those of another', { timeout }, async () => {
    const threads = await threadsOver(Array.from({ length: sized(300, 1_000) }, (_, i) => sceneOf(`s${i}`)));
    await threads.survey(jobOf({ ...aoi, query: 'nothing' }));
    const ended: string[] = [];
    const surveyed = (owner: string, members: Parameters<typeof jobOf>[0]) =>
      threads.survey({ ...jobOf(members), owner }).then(() => void ended.push(owner));
    const many = Array.from({ length: 24 }, () => surveyed('one', aoi));
    await Promise.all([...many, surveyed('another', { ids: ['s1'] })]);
    expect(ended.indexOf('another')).toBeLessThan(5);
    expect(ended).toHaveLength(25);
  });

  test('a small one has its turn before a large one is done', { timeout }, async () => {
    const threads = await threadsOver(Array.from({ length: 4_000 }, (_, i) => sceneOf(`s${i}`)));
    await threads.survey(jobOf({ ...aoi, query: 'nothing' }));
    const order: string[] = [];
    const large = threads.survey(jobOf(aoi)).then(() => order.push('large'));
    const small = threads.survey(jobOf({ ids: ['s1'] })).then(() => order.push('small'));
    await Promise.all([large, small]);
    expect(order).toEqual(['small', 'large']);
  });

  test.runIf(process.platform === 'linux')('its thread lets others go first', async () => {
    const priority = getPriority();
    const threads = await threadsOver([sceneOf('a')]);
    await threads.survey(jobOf(aoi));
    const nicenesses = readdirSync('/proc/self/task').map(nicenessOf);
    // A process that is nicer already stays so.
    expect(nicenesses).toContain(Math.max(10, getPriority()));
    expect(getPriority()).toBe(priority);
  });

  test('after closing nothing is taken any more', async () => {
    const threads = await threadsOver([sceneOf('a')]);
    await threads.survey(jobOf(aoi));
    await threads.close();
    await expect(threads.survey(jobOf(aoi))).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

/** Null of a thread of others that has ended meanwhile. */
function nicenessOf(task: string): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]);
  } catch {
    return null;
  }
}
