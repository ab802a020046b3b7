import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { type Answer, type CallOptions, call, createKey, createMember, keysPath, signIn } from './support/call.ts';
import { type ChildService, childAdmin, startChild } from './support/child-service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** Everything that must be seen nowhere, by name. */
type Canaries = Record<string, string>;

const password = 'canary-Pa55word-xylophone';
const wrongPassword = 'canary-Wr0ngword-xylophone';
const nextPassword = 'canary-N3xtword-xylophone';
const metricsToken = 'canary-metrics-token-5521';
const smtpPassword = 'canary-smtp-password-7741';
const member = 'member@example.com';

/** Answers that may hold a secret, because the contract has them give it to its owner. */
const isOwnAnswer = (path: string, method: string) =>
  path.startsWith(keysPath) ||
  path.includes('/authenticate') ||
  (path.includes('/auth/session') && method !== 'DELETE') ||
  path.endsWith('/admin/accounts');

function recording(service: ChildService) {
  const texts: string[] = [];
  const send = async (path: string, options: CallOptions = {}): Promise<Answer> => {
    const answer = await call(service.url, path, options);
    const isAllowed = answer.status < 400 && isOwnAnswer(path.split('?')[0]!, options.method ?? 'GET');
    if (!isAllowed) texts.push(`${answer.status} ${answer.text} ${JSON.stringify(answer.headers)}`);
    return answer;
  };
  return { send, texts };
}

type Send = ReturnType<typeof recording>['send'];
const post = (send: Send, path: string, body: unknown, options: CallOptions = {}) =>
  send(path, { method: 'POST', body, ...options });
const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

/** The password in every place, right and wrong. */
async function carryPasswords(send: Send, bearer: string): Promise<void> {
  for (const secret of [password, wrongPassword]) {
    const grant = { grant_type: 'password', username: member, password: secret };
    for (const body of [
      grant,
      { ...grant, grant_type: 'other' },
      { ...grant, username: 5 },
      { ...grant, password: [secret] },
      [grant],
      `${JSON.stringify(grant)}x`,
      JSON.stringify(secret),
    ])
      await post(send, '/authenticate', body);
    await post(send, '/authenticate', new URLSearchParams(grant).toString(), form);
    await post(send, `/authenticate?password=${secret}`, {});
    for (const body of [
      { username: member, password: secret },
      { username: 5, password: secret },
      { password: secret },
      { username: member, password: { a: secret } },
      [secret],
      secret,
    ])
      await post(send, '/auth/session', body);
    for (const body of [
      { current_password: secret, new_password: 'short' },
      { current_password: [secret], new_password: secret },
      { current_password: secret },
      { current_password: secret, new_password: nextPassword, extra: secret },
      [{ new_password: secret }],
    ])
      await post(send, '/auth/password', body, { bearer });
    for (const body of [
      { token: 'x', password: secret },
      { token: 5, password: secret },
      { password: secret },
      [secret],
    ])
      await post(send, '/auth/password-reset/confirm', body);
    await send(`/auth/self?password=${secret}`, {
      headers: { authorization: `Basic ${Buffer.from(`${member}:${secret}`).toString('base64')}` },
    });
  }
}

/** A credential in every place where it belongs and where it does not. */
async function carryCredential(send: Send, secret: string, bearer: string, cookieName: string): Promise<void> {
  for (const path of ['/auth/self', '/search', '/nowhere', '/admin/settings', keysPath, '/livez', '/metrics']) {
    for (const name of ['vendor_api_key', 'maxar_api_key', 'maxar_api_token', 'VENDOR_API_KEY', 'vendor%5Fapi_key'])
      await send(`${path}?a=1&${name}=${secret}&b=2`);
    for (const headers of [
      { 'vendor-api-key': secret },
      { authorization: `Bearer ${secret}` },
      { cookie: `${cookieName}=${secret}` },
    ])
      await send(path, { headers });
    await post(send, path, { a: secret }, { key: secret });
  }
  for (const path of [
    `/auth/self/${secret}`,
    `${keysPath}/id/${secret}`,
    `/projects/${secret}`,
    `/admin/accounts/${secret}`,
    `/assets/${secret}.js`,
    `/%/${secret}`,
  ]) {
    await send(path, { bearer });
    await send(path, { bearer, method: 'DELETE' });
  }
  await send(keysPath, { method: 'DELETE', bearer, body: { ids: [secret] } });
  await post(send, '/authenticate', { grant_type: 'refresh_token', refresh_token: `${secret}x` });
  await post(send, '/authenticate', { grant_type: 'refresh_token', refresh_token: [secret] });
  await post(send, '/oauth/revoke', { token: `${secret}x` });
  await post(send, '/oauth/revoke', { token: [secret] });
  await post(send, '/auth/session', { one_time_token: `${secret}x` });
  await post(send, '/auth/session', { one_time_token: [secret] });
}

async function collect(service: ChildService, folder: string, send: Send): Promise<Canaries> {
  const { bearer: admin } = await signIn(service.url, childAdmin.email, childAdmin.password);
  const id = await createMember(service.url, admin, member, password);
  const { bearer, refresh } = await signIn(service.url, member, password);
  const key = (await createKey(service.url, bearer)).api_key;
  const session = await post(send, '/auth/session', { username: member, password });
  const [, cookieName, cookie] = /(swath_session\w*)=([^;]+)/.exec(
    String(session.headers['set-cookie']),
  ) as unknown as [string, string, string];
  await post(send, '/auth/password-reset', { email: member });
  await post(send, `/admin/accounts/${id}/reset-password`, { by_mail: true }, { bearer: admin });
  const link = await linkFrom(join(folder, 'mail'));
  const welcome = /welcome#token=([\w-]+)/.exec(service.stdout())?.[1] ?? 'none';
  const canaries = { key, bearer, refresh, cookie, link, welcome, metricsToken };
  for (const secret of Object.values(canaries)) await carryCredential(send, secret, admin, cookieName);
  await carryPasswords(send, bearer);
  await send('/auth/session', { headers: { cookie: `${cookieName}=${cookie}` } });
  await post(send, '/auth/password-reset/confirm', { token: link, password: nextPassword });
  await post(send, '/auth/password-reset/confirm', { token: link, password: nextPassword });
  await send('/admin/settings', { bearer: admin });
  await send('/admin/audit?limit=1000', { bearer: admin });
  await send('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  await send('/metrics');
  return { ...canaries, password, wrongPassword, nextPassword, smtpPassword, adminPassword: childAdmin.password };
}

async function linkFrom(folder: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    mkdirSync(folder, { recursive: true });
    const last = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .at(-1);
    const text =
      last === undefined ? '' : readFileSync(join(folder, last), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const found = /#token=([\w-]{20,})/.exec(text);
    if (found !== null) return found[1]!;
    await setTimeout(50);
  }
  throw new Error('no mail with a link came');
}

const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

/** Which canaries a text holds, as they are or encoded. */
function hits(canaries: Canaries, text: string): readonly string[] {
  return Object.keys(canaries).filter((name) => forms(canaries[name]!).some((form) => text.includes(form)));
}

const databaseBytes = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('app.db'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

describe('canary secrets, through every path, right and wrong', () => {
  it('appear in no log, metric, error, setting, audit or database, and in a mail only as its own link', async () => {
    const folder = temporaryFolder();
    const service = await startChild(folder, {
      SWATH_LOG_LEVEL: 'info',
      SWATH_LOG_FORMAT: 'json',
      SWATH_METRICS_TOKEN: metricsToken,
    });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    const { send, texts } = recording(service);
    const canaries = await collect(service, folder, send);
    expect(Object.values(canaries).every((secret) => secret.length > 10)).toBe(true);

    const running = databaseBytes(folder);
    expect(running.length).toBeGreaterThan(10_000);
    const copy = connect(join(folder, 'app.db'), { readOnly: true });
    copy.exec(`VACUUM INTO '${join(folder, 'copy.db')}'`);
    copy.close();
    expect(await service.end('SIGTERM')).toBe(0);

    expect(texts.filter((text) => hits(canaries, text).length > 0)).toEqual([]);
    expect(service.stderr().split('\n').length).toBeGreaterThan(300);
    expect(hits(canaries, service.stderr())).toEqual([]);
    expect(hits({ ...canaries, welcome: canaries['key']! }, service.stdout())).toEqual([]);
    expect(hits(canaries, running)).toEqual([]);
    expect(hits(canaries, databaseBytes(folder))).toEqual([]);
    expect(hits(canaries, readFileSync(join(folder, 'copy.db'), 'latin1'))).toEqual([]);
    const { link: _, ...notMailed } = canaries;
    for (const name of readdirSync(join(folder, 'mail')))
      expect(hits(notMailed, readFileSync(join(folder, 'mail', name), 'utf8'))).toEqual([]);
  }, 120_000);

  it("the mail server's password and the database's are masked, also when neither can be reached", async () => {
    const folder = temporaryFolder();
    const service = await startChild(folder, {
      SWATH_SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:9`,
      SWATH_METRICS_TOKEN: metricsToken,
      SWATH_LOG_FORMAT: 'json',
    });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    const { bearer } = await signIn(service.url, childAdmin.email, childAdmin.password);
    await post((path, options) => call(service.url, path, options), '/auth/password-reset', {
      email: childAdmin.email,
    });
    await setTimeout(500);
    const settings = await call(service.url, '/admin/settings', { bearer });
    expect(settings.text).toContain('SWATH_SMTP_URL');
    const canaries = { smtpPassword, metricsToken, adminPassword: childAdmin.password };
    expect(hits(canaries, settings.text)).toEqual([]);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(hits(canaries, service.stderr() + service.stdout() + databaseBytes(folder))).toEqual([]);
    const unreachable = startChild(temporaryFolder(), {
      SWATH_DATABASE_URL: `postgres://swath:${smtpPassword}@127.0.0.1:9/x`,
    });
    await expect(unreachable).rejects.toThrow('did not start');
    await expect(unreachable).rejects.not.toThrow(smtpPassword);
  });

  it('a generated password is shown at the first start alone, on stdout alone', async () => {
    const folder = temporaryFolder();
    const generated = { SWATH_ADMIN_EMAIL: undefined, SWATH_ADMIN_PASSWORD: undefined, SWATH_LOG_FORMAT: 'json' };
    const first = await startChild(folder, generated);
    onTestFinished(() => void first.process.kill('SIGKILL'));
    const shown = /Password\s+(\S+)/.exec(first.stdout())![1]!;
    expect((await signIn(first.url, 'admin@localhost', shown)).bearer).toBeTruthy();
    expect(await first.end('SIGTERM')).toBe(0);
    expect(hits({ shown }, first.stderr() + databaseBytes(folder))).toEqual([]);
    const second = await startChild(folder, generated);
    onTestFinished(() => void second.process.kill('SIGKILL'));
    expect(await second.end('SIGTERM')).toBe(0);
    expect(second.stdout() + second.stderr()).not.toMatch(new RegExp(`${shown}|welcome#token|Password`));
  });
});
