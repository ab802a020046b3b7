import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Job, type Jobs, jobsAt } from '../../ingest/job-support.ts';
import { type FakeServer, item, slowServer } from '../../ingest/support.ts';
import { adminToken } from '../../support/accounts.ts';
import { type TestService, startService } from '../../support/start-service.ts';

let swath: TestService;
let jobs: Jobs;
let token: string;
const servers: FakeServer[] = [];

beforeAll(async () => {
  swath = await startService({ SWATH_SEARCH_THREADS: '1', SWATH_INGEST_JOBS: '2', SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' });
  token = await adminToken(swath);
  jobs = jobsAt(swath.url, token);
});
afterAll(async () => {
  await Promise.all(servers.map((each) => each.stop()));
  await swath.stop();
});

/** An API whose pages come slowly and never end. */
async function endless(): Promise<FakeServer> {
  const server = await slowServer(async ({ pathname, searchParams, origin }, response) => {
    const answer = (document: unknown) => response.end(JSON.stringify(document));
    if (pathname === '/')
      return answer({ type: 'Catalog', id: 'x', links: [{ rel: 'search', href: `${origin}/search` }] });
    const page = Number(searchParams.get('page') ?? 0);
    await setTimeout(100);
    const links = [{ rel: 'next', href: `${origin}/search?page=${page + 1}` }];
    return answer({ type: 'FeatureCollection', features: [item(`${page}-a`), item(`${page}-b`)], links });
  });
  servers.push(server);
  return server;
}

describe('a job that takes long', () => {
  test('409 for another of its source; progress is told; cancelled it stops, and a retry goes on', async () => {
    const api = await endless();
    const wishes = { source: api.url, collection: 'slow', create: true };
    const { id } = await jobs.start(wishes);
    const again = await jobs.ask('POST', '', { json: wishes });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('not over yet')]);
    expect((await jobs.ask('POST', `/${id}/retry`)).status).toBe(409);
    const running = await jobs.until(id, ({ tally }) => tally['created']! >= 4);
    expect(running).toMatchObject({ state: 'running', progress: { total: null, unit: 'items', seconds_left: null } });

    const ingest = join(swath.dataFolder, 'ingest');
    // By these the checkpoint goes when the job does; both are written behind what they tell of.
    const checkpoint = await vi.waitFor(
      () => {
        const names = readFileSync(join(ingest, 'jobs', id, 'checkpoints'), 'utf8');
        const path = join(ingest, `${names.trim()}.json`);
        expect(existsSync(path)).toBe(true);
        return path;
      },
      { timeout: 20_000 },
    );
    const cancelled = await jobs.ask('POST', `/${id}/cancel`);
    expect([cancelled.status, cancelled.json()]).toMatchObject([200, { state: 'cancelled' }]);
    expect(existsSync(checkpoint)).toBe(true);
    expect((await jobs.ask('POST', `/${id}/cancel`)).status).toBe(409);
    const askedNow = async () => {
      const asked = api.asked.length;
      await setTimeout(500);
      return api.asked.length - asked;
    };
    await expect.poll(askedNow, { timeout: 30_000 }).toBe(0);

    const before = await jobs.itemsIn('slow');
    expect((await jobs.ask('POST', `/${id}/retry`)).status).toBe(202);
    const resumed = await jobs.until(id, ({ tally }) => tally['created']! > before + 2);
    expect(resumed.messages.at(-1)).toMatch(/^goes on after \d+ entries/);
    expect((await jobs.ask('POST', `/${id}/cancel`)).status).toBe(200);
  }, 240_000);

  test('GET /admin/ingest/{id}/events tells each change and ends with the job', async () => {
    const api = await endless();
    const { id } = await jobs.start({ source: api.url, collection: 'told', create: true });
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${swath.url}/admin/ingest/${id}/events`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const told: Job[] = [];
    let last = '';
    let isCancelled = false;
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      for (const [, mark, data] of chunk.matchAll(/^id: (.*)\ndata: (.*)$/gm)) {
        told.push(JSON.parse(data!) as Job);
        last = mark!;
      }
      if (told.length < 3 || isCancelled) continue;
      isCancelled = true;
      await jobs.ask('POST', `/${id}/cancel`);
    }
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toMatchObject({ id, state: 'cancelled' });
    const again = await jobs.ask('GET', `/${id}/events`, { headers: { 'last-event-id': last } });
    expect(again.status).toBe(204);
  }, 240_000);
});
