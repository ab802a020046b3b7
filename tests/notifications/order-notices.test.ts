import { describe, expect, test } from 'vitest';
import { readConfig, withPublicUrl } from '../../server/src/config.ts';
import { type EndFacts, noticesOf } from '../../server/src/orders/notices.ts';
import type { NotificationTarget, Order } from '../../server/src/orders/order.ts';
import { startMs } from './mail-fixtures.ts';

const config = withPublicUrl(readConfig({ SWATH_PUBLIC_URL: 'https://swath.example.org' }), 0);

const targets: readonly NotificationTarget[] = [
  { type: 'email', address: 'ada@example.org' },
  { type: 'webhook', url: 'https://example.org/hook' },
  { type: 'webhook', url: 'https://example.org/hook' },
  { type: 'email', address: 'bob@example.org' },
];

const usage = {
  area: { fresh: 25, standard: 0, training: 5 },
  cost: { fresh: 100, standard: 0, training: null },
};

const order = (change: Partial<Order> = {}): Order => ({
  id: '5149112381921233190',
  accountId: 'account-1',
  organizationId: 'organization-1',
  state: 'RUNNING',
  createdAtMs: startMs,
  changedAtMs: startMs,
  finishedAtMs: null,
  failure: null,
  asSent: {},
  selectId: null,
  settings: {
    isHd: false,
    isClipped: false,
    grid: 'source',
    rasters: ['visual'],
    hasDataMask: true,
    hasCloudMask: false,
  },
  output: {
    target: { kind: 'named', name: 'demo' },
    label: 'demo',
    identity: 'local:demo',
    prefix: 'a/b',
    place: 'a/b',
    shown: { bucket: 'demo' },
  },
  aoi: null,
  notifications: targets,
  metadata: { customer: 'x' },
  warnings: [],
  usage,
  settledUsage: null,
  acquisitions: [],
  tiles: { total: 3, delivered: 2, failed: 1 },
  deliveredBytes: 1_000,
  fingerprint: 'f',
  contentKey: 'c',
  runs: 1,
  hasManifest: false,
  isPaused: false,
  ...change,
});

const facts = (change: Partial<EndFacts> = {}): EndFacts => ({
  state: 'PARTIAL',
  failure: '1 of 3 tiles failed',
  usage,
  nowMs: startMs + 60_000,
  tiles: { total: 3, delivered: 2, failed: 1 },
  emptyTiles: 0,
  acquisitions: 2,
  files: 9,
  bytes: 1_000,
  failedTiles: [{ acquisitionId: '1040', cellId: 'Z33-031133231113', error: 'gone' }],
  manifestKey: 'a/b/5149112381921233190-manifest.json',
  ...change,
});

type Body = { type: string; timestamp: string; data: Record<string, unknown> };
const bodyOf = (text: string) => JSON.parse(text) as Body;

const ids = (change: Partial<Order> = {}, ended: Partial<EndFacts> = {}) =>
  noticesOf({ config }, order(change), facts(ended)).webhooks.map(({ id }) => id);

describe('an order that ended', () => {
  test('is told to every address by mail and to every server by a message', () => {
    const { mails, webhooks } = noticesOf({ config }, order(), facts());
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.org', 'bob@example.org']);
    expect(webhooks.map(({ url }) => url)).toEqual(['https://example.org/hook', 'https://example.org/hook']);
    expect(mails[0]?.text).toContain('https://swath.example.org/order/5149112381921233190/manifest');
    expect(webhooks[0]).toMatchObject({
      accountId: 'account-1',
      orderId: '5149112381921233190',
      type: 'order.partial',
      createdAtMs: startMs + 60_000,
    });
  });

  test('is told to nobody where nobody asked', () => {
    expect(noticesOf({ config }, order({ notifications: [] }), facts())).toEqual({ mails: [], webhooks: [] });
  });

  test('is told under ids that are the same when it ends again, and others for each target and run', () => {
    expect(ids({}, { nowMs: startMs + 99_999, bytes: 7 })).toEqual(ids());
    const all = [...ids(), ...ids({ runs: 2 }), ...ids({ id: '5149112381921233191' })];
    expect(new Set(all).size).toBe(6);
    for (const id of all) expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  test('has the outcome, the counts, the usage, the place and the links in its message', () => {
    const [event] = noticesOf({ config }, order(), facts()).webhooks;
    const { type, timestamp, data } = bodyOf(event!.body);
    expect([type, timestamp]).toEqual(['order.partial', new Date(startMs + 60_000).toISOString()]);
    expect(data).toMatchObject({
      id: '5149112381921233190',
      status: 'FAILED',
      state: 'PARTIAL',
      status_message: '1 of 3 tiles failed',
      run: 1,
      tiles: { total: 3, delivered: 2, failed: 1 },
      acquisitions: 2,
      files: 9,
      bytes: 1_000,
      usage: {
        area: { fresh_imagery_sqkm: 25, training_imagery_sqkm: 5, total_imagery_sqkm: 30 },
        cost: { fresh_imagery_cost: 100, training_imagery_cost: null, total_imagery_cost: null },
      },
      output: { bucket: 'demo', prefix: 'a/b', manifest: 'a/b/5149112381921233190-manifest.json' },
      failed_tiles: [{ acquisition_id: '1040', cell_id: 'Z33-031133231113', error: 'gone' }],
      metadata: { customer: 'x' },
      links: { manifest: 'https://swath.example.org/order/5149112381921233190/manifest' },
    });
  });

  test.each([
    ['SUCCEEDED', 'order.succeeded', 'SUCCEEDED'],
    ['PARTIAL', 'order.partial', 'FAILED'],
    ['FAILED', 'order.failed', 'FAILED'],
    ['CANCELLED', 'order.cancelled', 'FAILED'],
  ] as const)('as %s is the event %s with the status %s', (state, type, status) => {
    const [event] = noticesOf({ config }, order(), facts({ state })).webhooks;
    expect([event?.type, bodyOf(event!.body).data['status']]).toEqual([type, status]);
  });

  test('without a manifest has no link to one', () => {
    const [event] = noticesOf({ config }, order(), facts({ state: 'FAILED', manifestKey: null })).webhooks;
    expect(bodyOf(event!.body).data).toMatchObject({ output: { manifest: null }, links: { manifest: null } });
  });

  test('makes a small message, however much is kept with it and however much failed', () => {
    const failedTiles = Array.from({ length: 5_000 }, () => ({ acquisitionId: '1', cellId: 'Z', error: 'gone' }));
    const metadata = { text: 'x'.repeat(900_000) };
    const [event] = noticesOf({ config }, order({ metadata }), facts({ failedTiles })).webhooks;
    expect(event!.body.length).toBeLessThan(20_000);
    expect(bodyOf(event!.body).data['failed_tiles']).toHaveLength(10);
  });

  test('in the managed bucket says in its mail where the files are and for how long', () => {
    const managed = { ...order().output, target: { kind: 'managed' } as const, label: 'managed' };
    const [mail] = noticesOf({ config }, order({ output: managed }), facts({ state: 'SUCCEEDED' })).mails;
    expect(mail?.text).toContain('https://swath.example.org/order/5149112381921233190/files');
    expect(mail?.text).toContain('30 days');
  });
});
