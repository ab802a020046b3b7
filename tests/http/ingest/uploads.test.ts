import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../../server/src/shared/clock.ts';
import { type Job, type Jobs, isOver, jobsAt } from '../../ingest/job-support.ts';
import { item, manyItems, ndjson, temporaryFolder } from '../../ingest/support.ts';
import { adminToken } from '../../support/accounts.ts';
import { type TestService, startService } from '../../support/start-service.ts';

let swath: TestService;
let jobs: Jobs;
let token: string;

beforeAll(async () => {
  swath = await startService({ SWATH_SEARCH_THREADS: '1', SWATH_INGEST_UPLOAD_LIMIT: '2000000' });
  token = await adminToken(swath);
  jobs = jobsAt(swath.url, token);
});
afterAll(() => swath.stop());

describe('POST /admin/ingest/upload', () => {
  const lines = { 'content-type': 'application/x-ndjson' };

  test('202: what is sent is brought in', async () => {
    const raw = ndjson([item('sent-1'), item('sent-2')]);
    const answer = await jobs.ask('POST', '/upload?collection=sent&create=true', { raw, headers: lines });
    expect([answer.status, answer.json()]).toMatchObject([202, { source: 'upload', collection: 'sent' }]);
    expect(answer.text).not.toContain(swath.dataFolder);
    const ended = await jobs.until(answer.json<Job>().id, isOver);
    expect(ended).toMatchObject({ state: 'succeeded', tally: { created: 2 } });
    // All of it is in: what was sent is not kept.
    const kept = () => readdirSync(join(swath.dataFolder, 'ingest', 'jobs', ended.id));
    await expect.poll(() => kept().filter((name) => name.startsWith('upload'))).toEqual([]);
    expect((await jobs.ask('POST', `/${ended.id}/retry`)).status).toBe(409);
  });

  test('202 for a FeatureCollection', async () => {
    const raw = JSON.stringify({ type: 'FeatureCollection', features: manyItems(3) });
    const headers = { 'content-type': 'application/geo+json' };
    const answer = await jobs.ask('POST', '/upload?collection=features&create=true', { raw, headers });
    expect(await jobs.until(answer.json<Job>().id, isOver)).toMatchObject({ tally: { created: 3 } });
  });

  test('202 for a table as exports write it', async () => {
    const cell = JSON.stringify(item('row-1')).replaceAll('"', '""');
    const sent = { raw: `id,stac_item\nrow-1,"${cell}"\n`, headers: { 'content-type': 'text/csv; charset=utf-8' } };
    const answer = await jobs.ask('POST', '/upload?collection=rows&create=true', sent);
    expect(await jobs.until(answer.json<Job>().id, isOver)).toMatchObject({ tally: { created: 1 } });
  });

  test('400 for a parameter that uploads do not have', async () => {
    for (const wish of ['as=geotiffs', 'source=/etc/passwd', 'from=abc', 'colection=a', 'watch=true'])
      expect(await jobs.ask('POST', `/upload?${wish}`, { raw: 'x', headers: lines })).toMatchObject({ status: 400 });
  });

  test('413 for more than the limit, 415 for what is no items, 400 for a wish that is wrong', async () => {
    const large = 'x'.repeat(2_000_001);
    expect((await jobs.ask('POST', '/upload', { raw: large, headers: lines })).status).toBe(413);
    for (const type of ['text/plain', 'application/json', 'nonsense'])
      expect((await jobs.ask('POST', '/upload', { raw: 'x', headers: { 'content-type': type } })).status).toBe(415);
    const packed = { ...lines, 'content-encoding': 'gzip' };
    expect((await jobs.ask('POST', '/upload', { raw: 'x', headers: packed })).status).toBe(415);
    expect((await jobs.ask('POST', '/upload?create=perhaps', { raw: 'x', headers: lines })).status).toBe(400);
    expect((await jobs.ask('POST', '/upload')).status).toBeGreaterThanOrEqual(400);
  });

  test('one that breaks off leaves nothing behind', async () => {
    const before = (await jobs.ask('GET', '')).json<{ data: Job[] }>().data.length;
    const stop = new AbortController();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(ndjson(manyItems(5)))),
    });
    const headers = { ...lines, authorization: `Bearer ${token}` };
    const url = `${swath.url}/admin/ingest/upload?collection=broken&create=true`;
    const sent = fetch(url, { method: 'POST', headers, body, signal: stop.signal, duplex: 'half' } as RequestInit);
    await setTimeout(300);
    stop.abort();
    await expect(sent).rejects.toThrow('aborted');
    await setTimeout(300);
    expect((await jobs.ask('GET', '')).json<{ data: Job[] }>().data.length).toBe(before);
  });
});

const start = (data: string, atOnce: string) =>
  startService({ SWATH_DATA: data, SWATH_SEARCH_THREADS: '1', SWATH_INGEST_JOBS: atOnce }, { keepFolder: true });

test('what waits is brought in also where the data folder was moved meanwhile', async () => {
  const [first, moved] = [temporaryFolder(), join(temporaryFolder(), 'moved')];
  const before = await start(first, '0');
  const sent = { raw: ndjson([item('one')]), headers: { 'content-type': 'application/x-ndjson' } };
  const asked = jobsAt(before.url, await adminToken(before)).ask('POST', '/upload?collection=moved&create=true', sent);
  const { id } = (await asked).json<Job>();
  await before.stop();
  renameSync(first, moved);
  const after = await start(moved, '1');
  try {
    const ended = await jobsAt(after.url, await adminToken(after)).until(id, isOver);
    expect(ended).toMatchObject({ state: 'succeeded', tally: { created: 1 } });
  } finally {
    await after.stop();
  }
});

test('a start removes what a kill left of uploads, not what is young', async () => {
  const data = temporaryFolder();
  const [old, young] = [randomUUID(), randomUUID()];
  const folderOf = (id: string) => join(data, 'ingest', 'jobs', id);
  for (const id of [old, young]) {
    mkdirSync(folderOf(id), { recursive: true });
    writeFileSync(join(folderOf(id), 'upload.ndjson.part'), 'x');
  }
  const before = new Date(Date.now() - 2 * hourMs);
  for (const path of [join(folderOf(old), 'upload.ndjson.part'), folderOf(old)]) utimesSync(path, before, before);
  const started = await startService({ SWATH_DATA: data, SWATH_SEARCH_THREADS: '1' }, { keepFolder: true });
  try {
    await expect.poll(() => existsSync(folderOf(old)), { timeout: 10_000 }).toBe(false);
    expect(existsSync(folderOf(young))).toBe(true);
  } finally {
    await started.stop();
  }
});
