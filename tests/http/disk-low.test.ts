import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRoom } from '../../server/src/adapters/node/room.ts';
import { type Fixture, startFixture } from '../abuse/support/fixture.ts';
import { call } from '../abuse/support/call.ts';

const refused = {
  message: expect.stringMatching(/^Insufficient Storage: the disk of the service is nearly full/) as string,
  code: 'insufficient_storage',
  type: 'api_error',
};

describe('with less than SWATH_DISK_LOW_MB free', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ SWATH_DISK_LOW_MB: '1000000000' });
  });
  afterAll(() => fixture.stop());

  const area = { bbox: [9, 50, 9.1, 50.1] };
  test.each<[string, string, unknown, 'admin' | 'member']>([
    ['POST', '/order', { acquisitions: ['x'], ...area, output_config: { bucket: 'managed' } }, 'member'],
    ['POST', '/select', area, 'member'],
    ['GET', '/select?bbox=9,50,9.1,50.1', undefined, 'member'],
    ['GET', '/search?f=gpkg', undefined, 'member'],
    [
      'GET',
      '/streaming/v1/ogc/wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=FinishedFeature&outputFormat=gpkg',
      undefined,
      'member',
    ],
    ['POST', '/admin/ingest', { source: '/nowhere' }, 'admin'],
    ['POST', '/admin/ingest/upload', '{}', 'admin'],
    ['POST', '/collections/x/items', { type: 'FeatureCollection', features: [] }, 'admin'],
    ['PUT', '/collections/x/items/y', { id: 'y' }, 'admin'],
    ['PATCH', '/collections/x/items/y', { properties: { note: 'longer' } }, 'admin'],
    ['POST', '/collections', { id: 'x' }, 'admin'],
    ['PUT', '/collections/x', { id: 'x' }, 'admin'],
    ['PATCH', '/collections/x', { title: 'longer' }, 'admin'],
  ])('%s %s 507 with the error object and Retry-After', async (method, path, body, who) => {
    const bearer = who === 'admin' ? fixture.adminBearer : fixture.memberBearer;
    const answer = await call(fixture.url, path, { method, bearer, body });
    expect(answer.status).toBe(507);
    expect(answer.headers['retry-after']).toBe('60');
    // WFS has reports of its own.
    const told = path.includes('wfs')
      ? { ...refused, message: /Insufficient Storage: [^<]*/.exec(answer.text)?.[0] }
      : answer.json;
    expect(told).toMatchObject(refused);
  });

  test('what is there is still served, and what needs no room is still done', async () => {
    const asked = [
      ['GET', '/search', 'member'],
      ['GET', '/search?f=ndjson', 'member'],
      ['GET', '/order', 'member'],
      ['GET', '/selects', 'member'],
      ['GET', '/readyz', 'member'],
      ['GET', '/admin/ingest', 'admin'],
    ] as const;
    for (const [method, path, who] of asked) {
      const bearer = who === 'admin' ? fixture.adminBearer : fixture.memberBearer;
      expect([path, (await call(fixture.url, path, { method, bearer })).status]).toEqual([path, 200]);
    }
    // Deleting frees room.
    for (const path of ['/collections/x', '/collections/x/items/y', '/collections/x/items?all=true'])
      expect([path, (await call(fixture.url, path, { method: 'DELETE', bearer: fixture.adminBearer })).status]).toEqual(
        [path, 404],
      );
    const dryRun = { dry_run: true, acquisitions: ['x'], ...area, output_config: { bucket: 'managed' } };
    expect(
      (await call(fixture.url, '/order', { method: 'POST', bearer: fixture.memberBearer, body: dryRun })).status,
    ).not.toBe(507);
  });

  test('GET /admin/health 200 says so', async () => {
    const answer = await call(fixture.url, '/admin/health', { bearer: fixture.adminBearer });
    const health = answer.json as { disk: { low: boolean }; trouble: { kind: string; text: string }[] };
    expect(health.disk.low).toBe(true);
    expect(health.trouble[0]).toEqual({ kind: 'error', text: expect.stringContaining('are refused') as string });
  });
});

test('room: looked at again after a second, so that it recovers by itself; 0 asks for none', async () => {
  let free = 10;
  const room = createRoom('/', 100, async () => free);
  await expect(room.require()).rejects.toMatchObject({ kind: 'disk_low' });
  free = 1_000;
  expect(await room.isLow()).toBe(true);
  await expect.poll(() => room.isLow()).toBe(false);
  await room.require();
  expect(await createRoom('/', 0, async () => 0).isLow()).toBe(false);
});
