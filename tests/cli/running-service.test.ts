import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Env, freshFolder, swath, swathJson } from './swath-in-process.ts';
import {
  type Serving,
  adminEnv,
  selfStatus,
  signIn,
  spawnSwath,
  startServing,
  stopLeftovers,
} from './swath-process.ts';

const folder = freshFolder();
const env: Env = { SWATH_DATA: folder };
const timeout = 90_000;
let serving: Serving;

beforeAll(async () => {
  serving = await startServing({ ...env, ...adminEnv });
}, timeout);

afterAll(async () => {
  await serving?.stop();
  stopLeftovers();
  rmSync(folder, { recursive: true, force: true });
}, timeout);

const bearer = (token: string): Env => ({ authorization: `Bearer ${token}` });
const asKey = (value: string): Env => ({ 'vendor-api-key': value });

/** An account made by the command line that is signed in at the running service. */
async function newcomer(email: string) {
  const made = await swathJson<{ id: string; one_time_password: string }>(['account', 'add', email], env);
  const { token } = await signIn(serving.url, email, made.one_time_password);
  return { ...made, token };
}

test('an account deactivated by the command line loses token and key with the next request', { timeout }, async () => {
  const ann = await newcomer('ann@example.com');
  const key = await swathJson<{ api_key: string }>(['key', 'create', '--account', ann.id], env);
  // Twice, so that whatever is remembered of a good credential is remembered.
  for (let round = 0; round < 2; round++) {
    expect(await selfStatus(serving.url, bearer(ann.token))).toBe(200);
    expect(await selfStatus(serving.url, asKey(key.api_key))).toBe(200);
  }
  const { stdout } = await spawnSwath(['account', 'deactivate', 'ann@example.com', '--json'], env);
  expect(JSON.parse(stdout)).toMatchObject({ active: false, ended: { keys: 1, sessions: 1 } });
  expect(await selfStatus(serving.url, bearer(ann.token))).toBe(401);
  expect(await selfStatus(serving.url, asKey(key.api_key))).toBe(401);
  expect((await signIn(serving.url, 'ann@example.com', ann.one_time_password)).status).toBe(401);

  await swathJson(['account', 'activate', 'ann@example.com'], env);
  expect(await selfStatus(serving.url, bearer(ann.token))).toBe(401);
  expect(await selfStatus(serving.url, asKey(key.api_key))).toBe(401);
  expect((await signIn(serving.url, 'ann@example.com', ann.one_time_password)).status).toBe(200);
});

test(
  'a key deleted and a password reset by the command line act on the running service at once',
  { timeout },
  async () => {
    const bob = await newcomer('bob@example.com');
    const key = await swathJson<{ id: string; api_key: string }>(['key', 'create', '--account', bob.id], env);
    expect(await selfStatus(serving.url, asKey(key.api_key))).toBe(200);
    expect((await swath(['key', 'delete', '--account', bob.id, key.id], env)).code).toBe(0);
    expect(await selfStatus(serving.url, asKey(key.api_key))).toBe(401);

    expect(await selfStatus(serving.url, bearer(bob.token))).toBe(200);
    const reset = await swath(['account', 'reset-password', bob.id, '--password-stdin'], env, 'harbour-lamp-violet-8');
    expect(reset.code).toBe(0);
    expect(await selfStatus(serving.url, bearer(bob.token))).toBe(401);
    expect((await signIn(serving.url, 'bob@example.com', bob.one_time_password)).status).toBe(401);
    expect((await signIn(serving.url, 'bob@example.com', 'harbour-lamp-violet-8')).status).toBe(200);
  },
);

test('what the operator did is in the audit under its own name, without a secret', { timeout }, async () => {
  const eve = await newcomer('eve@example.com');
  const key = await swathJson<{ id: string; api_key: string }>(['key', 'create', '--account', eve.id], env);
  await swathJson(['key', 'list', '--account', eve.id, '--show-values'], env);
  await swathJson(['account', 'deactivate', eve.id], env);
  const { token } = await signIn(serving.url, adminEnv['SWATH_ADMIN_EMAIL']!, adminEnv['SWATH_ADMIN_PASSWORD']!);
  const answer = await fetch(`${serving.url}/admin/audit?limit=100`, { headers: bearer(token) });
  const audit = await answer.text();
  const { data } = JSON.parse(audit) as { data: { actor: string; action: string; target_id: string }[] };
  const others = data.filter(({ action }) => action !== 'sign-in');
  const ofEve = others.filter(({ target_id: target }) => target === eve.id || target === key.id);
  expect(ofEve.map(({ action }) => action).sort()).toEqual([
    'account.create',
    'account.deactivate',
    'api-key.create',
    'api-key.show-values',
  ]);
  for (const { actor } of ofEve) expect(actor).toBe('operator (command line)');
  expect(audit + serving.stderr()).not.toContain(key.api_key);
  expect(audit + serving.stderr()).not.toContain(eve.one_time_password);
});

test(
  'a second serve on the same data folder is refused with exit code 1 and names the folder',
  { timeout },
  async () => {
    const { code, stdout, stderr } = await spawnSwath(['serve'], { ...env, PORT: '0' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(folder);
    expect(stderr).toContain(`process ${serving.child.pid}`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await selfStatus(serving.url, {})).toBe(401);
  },
);

test('migrate beside the running service says that the database is current', { timeout }, async () => {
  expect(await swathJson(['migrate'], env)).toMatchObject({ applied: [] });
  expect(await swathJson(['migrate', '--status'], env)).toMatchObject({ pending: [] });
});
