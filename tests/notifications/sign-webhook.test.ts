import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret, signWebhook } from '../../server/src/notifications/sign-webhook.ts';
import { webhookDelayMs } from '../../server/src/notifications/webhook-patience.ts';
import { webhookUrlProblem } from '../../server/src/notifications/webhook-url.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../server/src/shared/clock.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
const sentAtMs = 1_614_265_330_000;
const published = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('a signature', () => {
  test('is that of the published vector of Standard Webhooks', () => {
    expect(signWebhook([secret], message, sentAtMs)).toBe(published);
  });

  test('counts whole seconds', () => {
    expect(signWebhook([secret], message, sentAtMs + 999)).toBe(published);
    expect(signWebhook([secret], message, sentAtMs + 1_000)).not.toBe(published);
  });

  test('changes with the id, the moment, the body and the secret', () => {
    const other = newWebhookSecret();
    const signatures = [
      signWebhook([secret], { ...message, id: 'msg_2' }, sentAtMs),
      signWebhook([secret], { ...message, body: '{"test":2432232314}' }, sentAtMs),
      signWebhook([other], message, sentAtMs),
    ];
    expect(new Set([published, ...signatures]).size).toBe(4);
  });

  test('is there once for each secret, parted by spaces', () => {
    const other = newWebhookSecret();
    expect(signWebhook([other, secret], message, sentAtMs).split(' ')).toEqual([
      signWebhook([other], message, sentAtMs),
      published,
    ]);
  });

  test('is over the bytes of the text', () => {
    const body = '{"name":"Zoë 李"}';
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = Buffer.from(`${message.id}.1614265330.${body}`);
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(signWebhook([secret], { ...message, body }, sentAtMs)).toBe(expected);
  });
});

test('a new secret is whsec_ and base64 of 24 to 64 bytes, and never the same', () => {
  const made = Array.from({ length: 100 }, newWebhookSecret);
  expect(new Set(made).size).toBe(100);
  for (const each of made) {
    const bytes = Buffer.from(each.replace(/^whsec_/, ''), 'base64');
    expect([each, bytes.length]).toEqual([`whsec_${bytes.toString('base64')}`, 32]);
  }
});

describe('the patience', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * hourMs);
  const schedule = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...hours];

  test('waits longer after each attempt, and ends after the tenth', () => {
    expect(schedule.map((_, index) => webhookDelayMs(index + 1, 0, null))).toEqual(schedule);
    expect(webhookDelayMs(10, 0, null)).toBeNull();
    expect(webhookDelayMs(10, 0, hourMs)).toBeNull();
  });

  test('spreads by the jitter and only ever shortens', () => {
    expect(webhookDelayMs(2, 0.5, null)).toBe(5 * minuteMs * 0.875);
  });

  test('gives a receiver the time that it asks for, a day at most, and never less than its own', () => {
    expect(webhookDelayMs(1, 0, hourMs)).toBe(hourMs);
    expect(webhookDelayMs(1, 0, 400 * dayMs)).toBe(dayMs);
    expect(webhookDelayMs(4, 0, 1)).toBe(2 * hourMs);
  });
});

describe('the address of a webhook', () => {
  const good = ['https://example.org/hook?a=b', 'http://93.184.216.34:8080/', 'https://[2606:4700::1111]/x'];
  test.each(good)('may be %s', (url) => expect(webhookUrlProblem(url, false)).toBeNull());

  test.each([
    ['', 'begins with https://'],
    ['example.org', 'begins with https://'],
    ['ftp://example.org', 'begins with https://'],
    ['file:///etc/passwd', 'begins with https://'],
    ['javascript:alert(1)', 'begins with https://'],
    ['https://', 'begins with https://'],
    ['https://user:pass@example.org', 'user name or a password'],
    [`https://example.org/${'x'.repeat(3_000)}`, '2048 characters'],
  ])('may not be %s', (url, problem) => {
    expect(webhookUrlProblem(url, false)).toContain(problem);
    expect(webhookUrlProblem(url, true)).toContain(problem);
  });

  test.each(['http://example.org:25/', 'https://example.org:22/'])('may not be %s: no web server is there', (url) => {
    expect(webhookUrlProblem(url, false)).toContain('port 80 or 443');
    expect(webhookUrlProblem(url, true)).toBeNull();
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost:99/',
  ])('%s is private, and taken where the operator allows it', (url) => {
    expect(webhookUrlProblem(url, false)).toBe('must be on the public internet');
    expect(webhookUrlProblem(url, true)).toBeNull();
  });
});
