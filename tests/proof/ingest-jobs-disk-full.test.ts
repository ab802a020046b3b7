import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createDownloads } from '../../server/src/adapters/ingest/download.ts';
import { canMount, mountSmallDisk } from '../abuse/support/small-disk.ts';
import { adminToken } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { listen } from '../support/listen.ts';
import { startService } from '../support/start-service.ts';
import { isOver, jobsAt } from '../ingest/job-support.ts';
import { manyItems, ndjson, temporaryFolder } from '../ingest/support.ts';

describe.skipIf(!canMount())('jobs on a disk without room', () => {
  test('507 for an upload, before it is taken; nothing is left of it', async () => {
    const data = temporaryFolder();
    mountSmallDisk(join(data, 'ingest', 'jobs'), '4m');
    const swath = await startService(
      { SWATH_DATA: data, SWATH_SEARCH_THREADS: '1', SWATH_DISK_LOW_MB: '16' },
      { keepFolder: true },
    );
    try {
      const jobs = jobsAt(swath.url, await adminToken(swath));
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await jobs.ask('POST', '/upload?collection=a&create=true', { raw: ndjson(manyItems(5)), headers });
      expect([answer.status, answer.text]).toEqual([507, expect.stringContaining('no room')]);
      expect((await jobs.ask('GET', '')).json()).toMatchObject({ data: [] });
    } finally {
      await swath.stop();
    }
  }, 60_000);

  test('a file of the web that never says how long it is stops while there is room for others', async () => {
    const folder = join(temporaryFolder(), 'downloads');
    mountSmallDisk(folder, '290m');
    const block = Buffer.alloc(1_024 * 1_024, 'x');
    const server = await listen(
      createServer((_, response) => void Readable.from(Array(128).fill(block)).pipe(response)),
    );
    const downloads = createDownloads({
      arePrivateAllowed: true,
      folder,
      mostBytes: 1e9,
      leastFreeBytes: 256 * 1_048_576,
    });
    try {
      const noRoom = expect.stringContaining('no room') as string;
      await expect(downloads.fetch(`${server.url}/items.ndjson`, false)).rejects.toMatchObject({
        kind: 'disk_low',
        message: noRoom,
      });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      downloads.close();
      await server.close();
    }
  }, 60_000);

  test('a job goes on by itself when there is room again', async () => {
    const data = temporaryFolder();
    const root = temporaryFolder();
    const disk = mountSmallDisk(data, '256m');
    mkdirSync(root, { recursive: true });
    const source = join(root, 'items.ndjson');
    writeFileSync(source, ndjson(manyItems(8_000, { properties: { datetime: null, pad: 'x'.repeat(2_000) } })));
    const settings = { SWATH_DATA: data, SWATH_INGEST_ROOTS: root, SWATH_SEARCH_THREADS: '1', SWATH_DISK_LOW_MB: '0' };
    const swath = await startService(settings, { keepFolder: true });
    try {
      const token = await adminToken(swath);
      const jobs = jobsAt(swath.url, token);
      const { id } = await jobs.start({ source, collection: 'many', create: true });
      disk.fill();
      // Nothing can be noted either: jobs are on the same disk.
      await setTimeout(15_000);
      expect(await jobs.read(id)).toMatchObject({ state: 'running', tally: { created: 0 } });
      disk.empty();
      expect(await jobs.until(id, isOver, 90_000)).toMatchObject({ state: 'succeeded', tally: { read: 8_000 } });
      const found = await call(swath.url, 'GET', '/search?limit=0&collections=many', { token });
      expect(found.json()).toMatchObject({ numberMatched: 8_000 });
    } finally {
      disk.empty();
      await swath.stop();
    }
  }, 240_000);
});
