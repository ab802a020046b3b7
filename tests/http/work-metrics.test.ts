import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellHealth } from '../../server/src/health/tell-health.ts';
import { workMetrics } from '../../server/src/http/work-metrics.ts';
import { adminToken } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
beforeAll(async () => {
  swath = await startService({});
});
afterAll(() => swath.stop());

/** Values by name and labels. */
const valuesOf = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith('swath_') && !line.startsWith('swath_http'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

describe('GET /metrics, 200', () => {
  test('tells that the queue is paused and what the disk has left', async () => {
    const token = await adminToken(swath);
    await call(swath.url, 'POST', '/admin/queue/pause', { token });
    const paused = valuesOf((await call(swath.url, 'GET', '/metrics')).text);
    await call(swath.url, 'POST', '/admin/queue/resume', { token });
    const resumed = valuesOf((await call(swath.url, 'GET', '/metrics')).text);
    expect(paused).toMatchObject({
      swath_store_answers: 1,
      swath_queue_paused: 1,
      'swath_troubles{kind="warning"}': 1,
    });
    expect(resumed).toMatchObject({ swath_queue_paused: 0, 'swath_troubles{kind="warning"}': 0 });
    expect(resumed['swath_disk_free_bytes']).toBeGreaterThan(0);
    expect(resumed['swath_disk_bytes']).toBeGreaterThan(resumed['swath_disk_free_bytes']!);
    expect(resumed['swath_catalogue_bytes']).toBeGreaterThan(0);
  });

  test('tells what it knows by itself where the store does not answer', async () => {
    const { service } = swath;
    const broken = { ...service, checkStore: () => Promise.reject(new Error('away')) };
    expect(valuesOf(await workMetrics(await tellHealth(broken)))['swath_troubles{kind="error"}']).toBe(1);
    expect(valuesOf(await workMetrics(null))).toEqual({ swath_store_answers: 0 });
  });

  test('tells of all that waits, and for how long', async () => {
    const now = 1_000_000_000;
    const health = {
      ...(await tellHealth(swath.service)),
      readAtMs: now,
      nextTileAtMs: now - 90_000,
      orders: { running: 3, openTiles: 40, ending: 0, holders: [] },
      ingest: { queued: 5, running: 1, interrupted: 2 },
      mail: { waiting: 7, failed: 1, oldestAtMs: now - 60_000 },
      webhooks: { waiting: 0, failed: 4, oldestAtMs: null },
      savedSearches: { watched: 1, lookedAt: 10, openBatches: 0 },
      catalogue: { arrivals: 25, isTended: false },
    };
    expect(valuesOf(await workMetrics(health))).toMatchObject({
      swath_orders_running: 3,
      swath_order_tiles_open: 40,
      swath_order_tiles_overdue_seconds: 90,
      'swath_ingest_jobs{state="queued"}': 5,
      'swath_ingest_jobs{state="interrupted"}': 2,
      'swath_messages_waiting{kind="mail"}': 7,
      'swath_messages_failed{kind="webhook"}': 4,
      'swath_messages_oldest_seconds{kind="mail"}': 60,
      'swath_messages_oldest_seconds{kind="webhook"}': 0,
      swath_saved_searches_behind: 15,
    });
  });
});
