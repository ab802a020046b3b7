import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookSender } from '../../server/src/adapters/webhooks/send-webhook.ts';
import type { WebhookSender } from '../../server/src/notifications/ports.ts';
import { startReceiver } from './smtp-receiver.ts';
import { type WebhookReceiver, anEvent, startWebhookReceiver, status } from './webhook-receiver.ts';

const sentAtMs = Date.UTC(2026, 10, 15, 12, 0, 0, 700);
const [timeoutMs, shortMs] = [20_000, 1_000];

let receiver: WebhookReceiver;
let sender: WebhookSender;
let hasty: WebhookSender;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sender = createWebhookSender({ arePrivateAllowed: true, timeoutMs, mostAnswerBytes: 65_536 });
  hasty = createWebhookSender({ arePrivateAllowed: true, timeoutMs: shortMs });
});
afterEach(() => {
  receiver.answerWith(status(200));
  receiver.received.length = 0;
});
afterAll(async () => {
  await sender.close();
  await hasty.close();
  await receiver.close();
});

const send = (url = `${receiver.url}/hook?key=1`, by = sender) => by.send(anEvent(url), 'v1,AAAA v1,BBBB', sentAtMs);

describe('a message', () => {
  test('comes as the text that was signed, with the three headers of Standard Webhooks', async () => {
    const sent = await send();
    expect(sent).toMatchObject({ attempt: { atMs: sentAtMs, status: 200, error: null }, isForbidden: false });
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    expect([path, body]).toEqual(['/hook?key=1', anEvent('').body]);
    expect(headers).toMatchObject({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAtMs / 1_000)),
      'webhook-signature': 'v1,AAAA v1,BBBB',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
  });

  test.each([200, 201, 202, 204, 299])('is delivered when the answer is %i', async (code) => {
    receiver.answerWith(status(code));
    expect((await send()).attempt).toMatchObject({ status: code, error: null });
  });

  test.each([400, 401, 404, 410, 429, 500, 503])('is not delivered when the answer is %i', async (code) => {
    receiver.answerWith(status(code));
    expect((await send()).attempt).toMatchObject({ status: code, error: `answered ${code}` });
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect by %i', async (code) => {
    receiver.answerWith(status(code, { location: `${receiver.url}/elsewhere` }));
    const { attempt } = await send();
    expect(attempt).toMatchObject({ status: code, error: `answered ${code}; redirects are not followed` });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?key=1']);
  });

  test.each([
    ['30', 30_000],
    ['Sun, 15 Nov 2026 13:00:00 GMT', 3_599_300],
    ['Sun, 15 Nov 2020 13:00:00 GMT', 0],
    ['soon', null],
    ['-5', 0],
  ])('reads Retry-After %s', async (text, expected) => {
    receiver.answerWith(status(503, { 'retry-after': text }));
    const { retryAfterMs } = await send();
    expect(retryAfterMs).toBe(expected);
  });
});

describe('a receiver in trouble', () => {
  test('that hangs is left after the timeout', async () => {
    receiver.answerWith(() => undefined);
    const { attempt } = await send(receiver.url, hasty);
    expect(attempt).toMatchObject({ status: null, error: 'no answer within 1 s' });
    expect(attempt.tookMs).toBeGreaterThanOrEqual(shortMs - 10);
    expect(attempt.tookMs).toBeLessThan(timeoutMs);
  });

  test('that has answered 200 and hangs within the body has taken it', async () => {
    receiver.answerWith((response) => void response.writeHead(200, { 'content-length': '100' }).write('x'));
    const { attempt } = await send(receiver.url, hasty);
    expect(attempt).toMatchObject({ status: 200, error: null });
    expect(attempt.tookMs).toBeLessThan(timeoutMs);
  });

  test('that closes the connection is told so', async () => {
    receiver.answerWith((response) => response.destroy());
    expect((await send()).attempt).toMatchObject({
      status: null,
      error: 'the connection was closed before an answer came',
    });
  });

  test.each([
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-le',
    'HTTP/1.1 100 Continue\r\n\r\n',
    `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
  ])('that answers %.40j has not taken it, and is not waited for without end', async (bytes) => {
    receiver.answerWith((response) => void response.socket?.end(bytes));
    const { attempt } = await send();
    expect(attempt).toMatchObject({ status: null, error: expect.any(String) as string });
    expect(attempt.tookMs).toBeLessThan(timeoutMs);
  });

  test('that does not speak HTTP is told so', async () => {
    receiver.answerWith((response) => void response.socket?.end('SSH-2.0-OpenSSH_9\r\n\r\n'));
    expect((await send()).attempt).toMatchObject({ status: null, error: 'the answer is not HTTP' });
  });

  test('that is not there is told so', async () => {
    const gone = await startWebhookReceiver();
    await gone.close();
    expect((await send(gone.url)).attempt).toMatchObject({ status: null, error: 'the connection was refused' });
  });

  test('whose certificate is not trusted gets nothing', async () => {
    const untrusted = await startReceiver({ secure: true });
    const { attempt } = await send(`https://127.0.0.1:${untrusted.port}/`);
    expect(attempt).toMatchObject({ status: null, error: expect.stringMatching(/^TLS failed \([A-Z_]+\)$/) as string });
    await untrusted.close();
  });

  test('that has no name is told so', async () => {
    const { attempt } = await send('http://nobody.invalid/');
    expect(attempt.error).toMatch(/^(?:no host has that name|the name of the host could not be looked up)$/);
  });

  test('that answers without end is heard for 64 KiB and no more', async () => {
    let written = 0;
    receiver.answerWith((response) => {
      const chunk = Buffer.alloc(16_384);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const { attempt } = await send();
    expect(attempt).toMatchObject({ status: 200, error: null });
    expect(attempt.tookMs).toBeLessThan(timeoutMs);
    // What the system buffers on its own comes on top.
    expect(written).toBeLessThan(16_000_000);
  });

  test('that waits is left when the sender is closed', async () => {
    const own = createWebhookSender({ arePrivateAllowed: true, timeoutMs: 60_000 });
    receiver.answerWith(() => undefined);
    const sending = own.send(anEvent(receiver.url), 'v1,A', sentAtMs);
    while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await own.close();
    expect((await sending).attempt).toMatchObject({ status: null, error: 'ended because the service stops' });
  });
});

describe('an address that is not of the public internet', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'LocalHost',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00::1]',
  ];

  test.each(hosts)('%s is not connected to, by http or https', async (host) => {
    const guarded = createWebhookSender({ arePrivateAllowed: false, timeoutMs: 5_000 });
    const before = receiver.connections();
    for (const scheme of ['http', 'https']) {
      const sent = await guarded.send(anEvent(`${scheme}://${host}:${receiver.port}/`), 'v1,A', sentAtMs);
      expect(sent).toMatchObject({
        isForbidden: true,
        attempt: { status: null, error: expect.stringContaining('is not on the public internet') as string },
      });
    }
    expect(receiver.connections()).toBe(before);
    await guarded.close();
  });

  test('is connected to where the operator allows it: the listener does count', async () => {
    const before = receiver.connections();
    await send(`http://localhost:${receiver.port}/`);
    expect(receiver.connections()).toBe(before + 1);
  });

  test('is not reached by a redirect from one that is', async () => {
    const target = await startWebhookReceiver();
    receiver.answerWith(status(307, { location: target.url }));
    await send();
    expect(target.connections()).toBe(0);
    await target.close();
  });
});
