import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { swath, swathJson } from '../cli/swath-in-process.ts';
import { type Fixture, startFixture } from '../abuse/support/fixture.ts';
import { call } from '../abuse/support/call.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({}, { keepFolder: false });
});
afterAll(() => fixture.stop());

type Queue = { readonly paused: string | null; readonly workers: readonly unknown[] };
const ask = (method: string, path: string, bearer = fixture.adminBearer) => call(fixture.url, path, { method, bearer });
const env = () => ({ SWATH_DATA: fixture.dataFolder });

describe('/admin/queue', () => {
  test('POST pause, GET, POST resume 200: paused since, health says so, and goes on', async () => {
    expect((await ask('GET', '/admin/queue')).json).toEqual({
      paused: null,
      running: 0,
      open_tiles: 0,
      ending: 0,
      workers: [],
      ingest: { running: 0, waiting: 0 },
    });
    const paused = await ask('POST', '/admin/queue/pause');
    expect([paused.status, Date.parse((paused.json as Queue).paused!)]).toEqual([200, expect.closeTo(Date.now(), -5)]);
    const health = (await ask('GET', '/admin/health')).json as { orders: Queue; trouble: { text: string }[] };
    expect(health.orders.paused).toBe((paused.json as Queue).paused);
    expect(health.trouble.map(({ text }) => text)).toContainEqual(expect.stringContaining('is paused'));
    expect((await ask('POST', '/admin/queue/pause')).json).toEqual(paused.json);
    expect(((await ask('POST', '/admin/queue/resume')).json as Queue).paused).toBeNull();
  });

  test('POST pause 403 for a member', async () => {
    expect((await ask('POST', '/admin/queue/pause', fixture.memberBearer)).status).toBe(403);
  });
});

describe('swath queue', () => {
  test('pause, status, drain and resume work beside the service', async () => {
    expect(await swathJson<Queue>(['queue', 'status'], env())).toMatchObject({ paused: null });
    expect((await swathJson<Queue>(['queue', 'pause'], env())).paused).not.toBeNull();
    expect(((await ask('GET', '/admin/queue')).json as Queue).paused).not.toBeNull();
    expect(await swathJson<Queue>(['queue', 'drain', '--timeout', '5'], env())).toMatchObject({ workers: [] });
    expect((await swath(['queue', 'status'], env())).stdout).toContain('paused since');
    expect(await swathJson<Queue>(['queue', 'resume'], env())).toMatchObject({ paused: null });
    expect((await swath(['queue', 'drain', '--timeout', 'soon'], env())).code).toBe(2);
  });
});
