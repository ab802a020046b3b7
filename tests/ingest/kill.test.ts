import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { spawnSwath, startServing, stopLeftovers, adminEnv, cleanEnv, signIn } from '../cli/swath-process.ts';
import { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { program } from '../support/program.ts';
import { documentsIn, installation, manyItems, ndjson, readRejects } from './support.ts';

afterAll(stopLeftovers);

const declared = ['eo:cloud_cover', 'platform', 'gsd', 'view:off_nadir', 'catalog_id', 'acquisition_id'];

async function contentOf(dataFolder: string) {
  const { catalog, close } = await openSqliteCatalog(join(dataFolder, 'catalog.db'), { declared });
  try {
    return { documents: await documentsIn(catalog), collection: (await catalog.getCollection('many', 'all'))?.etag };
  } finally {
    await close();
  }
}

const hasCheckpoint = (folder: string) =>
  existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));

/** Starts an ingest and kills it a while after its checkpoint was written. */
async function killMidway(args: readonly string[], env: Readonly<Record<string, string>>, afterMs: number) {
  const child = spawn(process.execPath, [program, 'ingest', ...args], { env: cleanEnv(env), stdio: 'ignore' });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const folder = join(env['SWATH_DATA']!, 'ingest');
  while (!hasCheckpoint(folder) && child.exitCode === null) await setTimeout(5);
  await setTimeout(afterMs);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  return { wasKilled: signal === 'SIGKILL', hasCheckpoint: hasCheckpoint(folder) };
}

describe('swath ingest as a process', () => {
  test('killed with -9 in the middle, again and again, it ends with what one run gives', async () => {
    const lines = ndjson(manyItems(12_000)).replace('"item-000500"', '7').replace('"item-009500"', '7');
    const [parted, whole] = [await installation(), await installation()];
    for (const place of [parted, whole]) writeFileSync(place.file('items.ndjson'), lines);
    const args = (place: typeof parted) => [
      place.file('items.ndjson'),
      '--collection',
      'many',
      '--create',
      '--rejects',
      place.file('rejects'),
      '--json',
    ];
    let kills = 0;
    for (const afterMs of [0, 40, 150]) {
      const { wasKilled, hasCheckpoint: isLeft } = await killMidway(args(parted), parted.env, afterMs);
      if (wasKilled && isLeft) kills++;
    }
    expect(kills).toBeGreaterThan(0);
    const ended = await spawnSwath(['ingest', ...args(parted)], parted.env);
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringMatching(/goes on after \d+ entries/)]);
    const summary = JSON.parse(ended.stdout) as Record<string, number>;
    expect(summary).toMatchObject({ finished: true, resumed: true, read: 12_000, rejected: 2 });
    expect(summary['created']! + summary['unchanged']!).toBe(11_998);
    await spawnSwath(['ingest', ...args(whole)], whole.env);
    const [a, b] = [await contentOf(parted.env.SWATH_DATA), await contentOf(whole.env.SWATH_DATA)];
    expect(a.documents.size).toBe(11_998);
    expect(a).toEqual(b);
    expect(readRejects(parted.file('rejects'))).toEqual(readRejects(whole.file('rejects')));
  }, 120_000);

  test('stopped with SIGTERM it says how to go on', async () => {
    const place = await installation();
    writeFileSync(place.file('items.ndjson'), ndjson(manyItems(12_000)));
    const args = ['ingest', place.file('items.ndjson'), '--collection', 'many', '--create', '--json'];
    const child = spawn(process.execPath, [program, ...args], { env: cleanEnv(place.env) });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'exit') as Promise<[number | null]>;
    while (!hasCheckpoint(join(place.env.SWATH_DATA, 'ingest')) && child.exitCode === null) await setTimeout(5);
    child.kill('SIGTERM');
    expect([await ended, said]).toEqual([[1, null], expect.stringContaining('the same command goes on')]);
    const { code, stdout } = await spawnSwath(args, place.env);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { read: 12_000, created: 12_000, resumed: true }]);
  });

  test.each(['ndjson', 'geojson'])(
    '100 MB of %s come in with a heap of 64 MB',
    async (format) => {
      const place = await installation();
      const file = place.file(`large.${format}`);
      const items = manyItems(10_000, { properties: { datetime: null, text: 'x'.repeat(10_000) } });
      const handle = openSync(file, 'w');
      if (format === 'geojson') writeSync(handle, '{"type":"FeatureCollection","features":[');
      for (const [i, each] of items.entries())
        writeSync(handle, `${i > 0 && format === 'geojson' ? ',' : ''}${JSON.stringify(each)}\n`);
      if (format === 'geojson') writeSync(handle, ']}');
      closeSync(handle);
      const args = ['ingest', file, '--collection', 'many', '--create', '--json'];
      const ended = await spawnSwath(args, { ...place.env, NODE_OPTIONS: '--max-old-space-size=64' });
      expect([ended.code, ended.stderr]).toEqual([0, '']);
      expect(JSON.parse(ended.stdout)).toMatchObject({ created: 10_000 });
    },
    120_000,
  );

  test('beside a running service: readers keep answering, and writers too', async () => {
    const place = await installation();
    writeFileSync(place.file('items.ndjson'), ndjson(manyItems(6_000)));
    const serving = await startServing({ ...place.env, ...adminEnv });
    try {
      const { token } = await signIn(serving.url, adminEnv['SWATH_ADMIN_EMAIL']!, adminEnv['SWATH_ADMIN_PASSWORD']!);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const state = { isRunning: true };
      const args = ['ingest', place.file('items.ndjson'), '--collection', 'many', '--create', '--json'];
      const ingesting = spawnSwath(args, place.env).finally(() => (state.isRunning = false));
      const statuses: number[] = [];
      const counts: number[] = [];
      for (let i = 0; state.isRunning; i++) {
        const search = await fetch(`${serving.url}/search?limit=0`, { headers });
        statuses.push(search.status);
        counts.push(((await search.json()) as { numberMatched: number }).numberMatched);
        const body = JSON.stringify({
          type: 'Collection',
          id: `own-${i}`,
          description: 'x',
          license: 'other',
          links: [],
          extent: { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [[null, null]] } },
        });
        statuses.push((await fetch(`${serving.url}/collections`, { method: 'POST', headers, body })).status);
        await setTimeout(50);
      }
      expect(await ingesting).toMatchObject({ code: 0 });
      expect(new Set(statuses)).toEqual(new Set([200, 201]));
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      const after = await fetch(`${serving.url}/search?limit=0&collections=many`, { headers });
      expect(await after.json()).toMatchObject({ numberMatched: 6_000 });
    } finally {
      await serving.stop();
    }
  }, 120_000);
});
