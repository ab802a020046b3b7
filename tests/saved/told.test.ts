import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signWebhook } from '../../server/src/notifications/sign-webhook.ts';
import { type Receiver, startReceiver } from '../notifications/smtp-receiver.ts';
import { type WebhookReceiver, startWebhookReceiver } from '../notifications/webhook-receiver.ts';
import { type SavedService, item, startSavedService } from './support-saved.ts';

let swath: SavedService;
let post: Receiver;
let hooks: WebhookReceiver;

beforeAll(async () => {
  [post, hooks] = [await startReceiver(), await startWebhookReceiver()];
  swath = await startSavedService({ SWATH_SMTP_URL: post.url });
});
beforeEach(() => {
  post.received.length = 0;
  hooks.received.length = 0;
});
afterAll(async () => {
  await swath.stop();
  await Promise.all([post.close(), hooks.close()]);
});

const mailText = (raw: string) =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('=22', '"');

test('items that match are told once: by a mail through SMTP and by a signed webhook', async () => {
  const ada = await swath.caller();
  await swath.bring(item('before'));
  const { id } = await swath.save(ada, {
    name: 'Clear ones',
    search: { collections: ['a'], filter: 'eo:cloud_cover < 10', 'filter-lang': 'cql2-text' },
    notify: { email: true, webhook: `${hooks.url}/hook?key=1` },
  });
  await swath.bring(
    item('clear-1', { properties: { 'eo:cloud_cover': 3 } }),
    item('cloudy', { properties: { 'eo:cloud_cover': 80 } }),
    item('unknown'),
    item('elsewhere', { collection: 'b', properties: { 'eo:cloud_cover': 3 } }),
    item('clear-2', { properties: { 'eo:cloud_cover': 9.5 } }),
  );
  await swath.watch();
  await vi.waitFor(() => expect([post.received.length, hooks.received.length]).toEqual([1, 1]), 10_000);

  const [mail] = post.received;
  expect(mail!.to).toEqual([ada.email]);
  const text = mailText(mail!.raw);
  expect(text).toContain('Subject: 2 new items: Clear ones');
  expect(text).toContain('2 new items match your saved search "Clear ones"');
  for (const each of ['clear-1', 'clear-2']) expect(text).toContain(`/collections/a/items/${each}`);
  for (const each of ['before', 'cloudy', 'unknown', 'elsewhere']) expect(text).not.toContain(each);
  expect(text).toContain(`/saved-searches/${id}`);
  expect(text).toContain('"paused": true');

  const [{ headers, body }] = hooks.received as [(typeof hooks.received)[0]];
  const { secret } = await swath.read<{ secret: string }>('GET', '/webhooks/secret', { token: ada.token });
  const sentAtMs = Number(headers['webhook-timestamp']) * 1_000;
  const message = { id: headers['webhook-id'] as string, body };
  expect(headers['webhook-signature']).toBe(signWebhook([secret], message, sentAtMs));
  expect(JSON.parse(body)).toMatchObject({
    type: 'search.matched',
    data: {
      saved_search_id: id,
      name: 'Clear ones',
      matched: 2,
      items: [
        { collection: 'a', id: 'clear-1' },
        { collection: 'a', id: 'clear-2' },
      ],
      order_id: null,
      select_id: null,
    },
  });

  await swath.watch();
  const [batch, ...others] = await swath.matches(ada, id);
  expect(others).toEqual([]);
  expect(batch).toMatchObject({ state: 'settled', matched: 2, told: { email: 1, webhook: 1 }, reason: null });
  expect([post.received.length, hooks.received.length]).toEqual([1, 1]);
});

test('what is changed so that it matches has not arrived; what is deleted and comes again has', async () => {
  const ada = await swath.caller();
  await swath.bring(item('later', { properties: { n: 1 } }));
  const { id } = await swath.save(ada, { search: { query: { n: { eq: 2 } } }, notify: { webhook: hooks.url } });
  const token = swath.adminToken;
  await swath.read('PATCH', '/collections/a/items/later', { token, json: { properties: { n: 2 } } });
  await swath.watch();
  expect(await swath.matches(ada, id)).toEqual([]);
  await swath.read('DELETE', '/collections/a/items/later', { token }, 204);
  await swath.bring(item('later', { properties: { n: 2 } }));
  await swath.watch();
  expect((await swath.matches(ada, id)).map(({ items }) => items.map(({ id: each }) => each))).toEqual([['later']]);
});
