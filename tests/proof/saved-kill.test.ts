import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { childAdmin, startChild } from '../abuse/support/child-service.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { itemJson } from '../catalog/contract/fixtures.ts';
import { type WebhookReceiver, startWebhookReceiver } from '../notifications/webhook-receiver.ts';
import { signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import type { MatchRecord, SavedRecord } from '../saved/support-saved.ts';

let hooks: WebhookReceiver;
beforeAll(async () => (hooks = await startWebhookReceiver()));
afterAll(() => hooks.close());

const seed = testSeed();
const kills = 4;
const itemsAtOnce = 40;
/** What a killed process had taken up, a batch or a message, comes back after two minutes. */
const leasesOverMs = 150_000;
const collection = {
  type: 'Collection',
  stac_version: '1.0.0',
  id: 'a',
  description: 'Scenes',
  license: 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
};

test(`kill -9, ${kills} times while items come: each item is told once, and none is missed (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const folder = temporaryFolder();
  const settings = { SWATH_SAVED_SEARCH_INTERVAL: '0', SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' };
  let saved: SavedRecord | null = null;
  const start = async () => {
    const child = await startChild(folder, settings);
    onTestFinished(() => void child.process.kill('SIGKILL'));
    const { access_token: token } = await signIn(child.url, childAdmin);
    const ask = (method: string, path: string, json?: unknown) =>
      call(child.url, method, path, { token, ...(json === undefined ? {} : { json }) });
    return { child, ask };
  };
  for (let round = 0; round < kills; round += 1) {
    const { child, ask } = await start();
    if (saved === null) {
      await ask('POST', '/collections', collection);
      const answer = await ask('POST', '/saved-searches', { name: 'All', search: {}, notify: { webhook: hooks.url } });
      saved = answer.json<SavedRecord>();
    }
    const bringing = (async () => {
      for (let part = 0; part < 10; part += 1) {
        const features = Array.from({ length: itemsAtOnce }, (_, n) => itemJson(`r${round}-p${part}-${n}`));
        await ask('POST', '/collections/a/items', { type: 'FeatureCollection', features });
        await wait(200 * random.next());
      }
    })().catch(() => undefined);
    await wait(500 + 6_000 * random.next());
    await child.end('SIGKILL');
    await bringing;
  }
  const { child, ask } = await start();
  try {
    const { numberMatched: stored } = (await ask('GET', '/search?limit=0')).json<{ numberMatched: number }>();
    expect(stored).toBeGreaterThanOrEqual(itemsAtOnce);
    const log = await vi.waitFor(
      async () => {
        const { data } = (await ask('GET', `/saved-searches/${saved!.id}/matches?limit=1000`)).json<{
          data: MatchRecord[];
        }>();
        expect(data.reduce((sum, { matched }) => sum + matched, 0)).toBe(stored);
        expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['settled']));
        return data;
      },
      { timeout: leasesOverMs, interval: 500 },
    );
    const items = log.flatMap((batch) => batch.items.map(({ id }) => id));
    expect(new Set(items).size).toBe(items.length);
    // A receiver tells a message that comes again by its id.
    const told = () => new Map(hooks.received.map(({ headers, body }) => [headers['webhook-id'], body]));
    await vi.waitFor(() => expect(told().size).toBe(log.length), { timeout: leasesOverMs, interval: 200 });
    const counts = [...told().values()].map((body) => (JSON.parse(body) as { data: { matched: number } }).data.matched);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(stored);
  } finally {
    await child.end('SIGTERM');
  }
}, 400_000);
