import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient, hasValue, isExpired, maskSecret, parseWireDate } from '@swath/client';
import { type Answer, type FakeService, startFakeService } from './fake-service.ts';

const secret = 'swath_0123456789abcdefghijklmnopqrstuvXYZ789';
const record = {
  id: 'k1',
  name: '<img src=x onerror=alert(1)>',
  api_key: secret,
  created_date: '2026-11-15T02:03:04.567891',
  last_modified_date: '2026-11-15T02:03:04.567891',
  expiration_date: '2027-05-14 02:03:04',
};
const path = '/api-key/api/v2/api-key';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function clientOver(answer: Answer | ((path: string) => Answer)) {
  service = await startFakeService(({ path }) => (typeof answer === 'function' ? answer(path) : answer));
  return { client: createClient({ url: service.url, accessToken: 'token-value' }), fake: service };
}

describe('calls', () => {
  test('create sends only what was given, dates with their zone', async () => {
    const { client, fake } = await clientOver({ body: record });
    await client.keys.create();
    await client.keys.create({ name: '', expiration_date: new Date(Date.UTC(2027, 0, 2, 3, 4, 5, 678)) });
    await client.keys.create({ expiration_date: '2027-01-02', project: 'p', permissions: ['search'] });
    expect(fake.seen.map((call) => call.body)).toEqual([
      {},
      { name: '', expiration_date: '2027-01-02T03:04:05Z' },
      { expiration_date: '2027-01-02', project: 'p', permissions: ['search'] },
    ]);
    expect(fake.seen[0]).toMatchObject({ method: 'POST', path });
  });

  test('list keeps the wire text and reads the dates as UTC', async () => {
    const { client } = await clientOver({ body: [{ ...record, last_used_date: '2026-11-15 02:10:00' }, record] });
    const [used, fresh] = await client.keys.list();
    expect(used).toMatchObject(record);
    expect(used?.createdAt.toISOString()).toBe('2026-11-15T02:03:04.567Z');
    expect(used?.expiresAt.toISOString()).toBe('2027-05-14T02:03:04.000Z');
    expect(used?.lastUsedAt?.toISOString()).toBe('2026-11-15T02:10:00.000Z');
    expect(fresh?.lastUsedAt).toBeNull();
  });

  test('list keeps a key whose value the service cannot show; a new key without one is no answer', async () => {
    const lost = { ...record, api_key: null };
    const list = await (await clientOver({ body: [lost, record] })).client.keys.list();
    expect(list.map(hasValue)).toEqual([false, true]);
    expect(String(list[0])).toContain('"api_key":null');
    await service?.stop();
    const { client } = await clientOver({ body: lost });
    await expect(client.keys.create()).rejects.toMatchObject({ code: 'unreadable_answer' });
  });

  test('delete names the key in the path, whatever its characters', async () => {
    const { client, fake } = await clientOver({ status: 204 });
    await client.keys.delete('a/b?c');
    expect(fake.seen[0]).toMatchObject({ method: 'DELETE', path: `${path}/id/a%2Fb%3Fc` });
  });

  test('deleteMany sends the ids in the body', async () => {
    const { client, fake } = await clientOver({ status: 204 });
    await client.keys.deleteMany(['k1', 'k2']);
    expect(fake.seen[0]).toMatchObject({ method: 'DELETE', path, body: { ids: ['k1', 'k2'] } });
  });

  test('a list that is no list of keys is an error, not a crash later', async () => {
    const { client } = await clientOver({ body: [{ id: 'k1' }] });
    await expect(client.keys.list()).rejects.toMatchObject({ code: 'unreadable_answer' });
  });
});

describe('printing', () => {
  test('a key hides its value from inspect, JSON and text, and keeps it for code', async () => {
    const { client } = await clientOver({ body: record });
    const key = await client.keys.create();
    const printed = [inspect(key), inspect({ deep: [key] }), JSON.stringify(key), key.toString()];
    for (const text of printed) {
      expect(text).not.toContain(secret);
      expect(text).toContain('swath_…Z789');
    }
    expect(key.api_key).toBe(secret);
  });

  test('a client shows where it goes and as whom, without the secret', () => {
    const url = 'https://imagery.example/api/v1/';
    const clients = [
      createClient({ url, apiKey: secret }),
      createClient({ url, accessToken: secret }),
      createClient({ url, username: 'ada@example.com', password: secret }),
    ];
    for (const client of clients) {
      const printed = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client) + client.toString();
      expect(printed).not.toContain(secret);
      expect(printed).toContain('https://imagery.example/api/v1');
    }
  });

  test('passwords and secrets that the service makes are hidden too, and kept for code', async () => {
    const account = { id: 'a', email: 'a@example.com', organization: {}, one_time_password: secret };
    const { client } = await clientOver((path) => ({ body: path.startsWith('/webhooks') ? { secret } : account }));
    const made = await client.admin.createAccount({ email: 'a@example.com' });
    const reset = await client.admin.resetPassword('a');
    const rotated = await client.webhooks.rotateSecret();
    for (const each of [made, reset, rotated]) {
      const printed = inspect({ deep: [each] }, { depth: 9 }) + JSON.stringify(each);
      expect(printed).toContain('swath_…Z789');
      expect(printed).not.toContain(secret);
    }
    expect([made.one_time_password, reset.one_time_password, rotated.secret]).toEqual([secret, secret, secret]);
  });

  test('a short secret is masked whole', () => {
    expect(maskSecret('hunter2hunter2')).toBe('…');
    expect(maskSecret(secret)).toBe('swath_…Z789');
  });
});

describe('dates', () => {
  test.each([
    ['2026-11-15', '2026-11-15T00:00:00.000Z'],
    ['2026-11-15 02:03:04', '2026-11-15T02:03:04.000Z'],
    ['2026-11-15T02:03:04.5', '2026-11-15T02:03:04.500Z'],
    ['2026-11-15T02:03:04+02:00', '2026-11-15T00:03:04.000Z'],
    ['2026-11-15T02:03:04-0330', '2026-11-15T05:33:04.000Z'],
  ])('%s is %s', (text, iso) => expect(parseWireDate(text).toISOString()).toBe(iso));

  test.each(['', 'soon', '2026-13-45', '2026-11-15T99:99:99'])('%j is no date', (text) =>
    expect(parseWireDate(text).getTime()).toBeNaN(),
  );

  test('a key is expired from its expiry on', () => {
    const key = { expiresAt: new Date(1000) };
    expect([isExpired(key, 999), isExpired(key, 1000)]).toEqual([false, true]);
  });
});
