import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../server/src/shared/clock.ts';
import {
  type KeyRecord,
  type TestAccount,
  adminToken,
  changeAccount,
  createAccount,
  createKey,
  listKeys,
  selfStatus,
  signIn,
} from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { assert, forbidden, invalidParameters, notFound, unauthorized } from '../support/assert.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
let clock: MovableClock;
let admin: string;
let account: TestAccount;
let token: string;

beforeAll(async () => {
  clock = movableClock();
  swath = await startService({}, { clock });
});
afterAll(() => swath.stop());
beforeEach(async () => {
  admin = await adminToken(swath);
  account = await createAccount(swath.url, admin);
  token = (await signIn(swath.url, account)).access_token;
});

const change = (json: Record<string, unknown>) => changeAccount(swath.url, admin, account.id, json);
const searchStatus = async (key: string) => (await call(swath.url, 'GET', '/search', { key })).status;
const selfOf = async (key: string) =>
  (await call(swath.url, 'GET', '/auth/self', { key })).json<{ user: { permissions: readonly string[] } }>().user;

describe('permissions of a key', () => {
  test('are those of the account at creation, and never admin', async () => {
    const { api_key: key } = await createKey(swath.url, token);
    expect((await selfOf(key)).permissions).toEqual(['search', 'select', 'order', 'stream', 'usage']);
    const { api_key: adminKey } = await createKey(swath.url, admin);
    expect((await selfOf(adminKey)).permissions).not.toContain('admin');
  });

  test('are fewer when asked for, and shown in the record then alone', async () => {
    const record = await createKey(swath.url, token, { permissions: ['usage', 'search'] });
    expect([...(record.permissions ?? [])].sort()).toEqual(['search', 'usage']);
    expect((await listKeys(swath.url, token))[0]!.permissions).toEqual(record.permissions);
    expect([...(await selfOf(record.api_key)).permissions].sort()).toEqual(['search', 'usage']);
    const none = await createKey(swath.url, token, { permissions: [] });
    expect(none.permissions).toEqual([]);
    expect(await searchStatus(none.api_key)).toBe(403);
  });

  test.each([['catalog:write'], ['admin']])('400 for %s, which the account does not hold', async (permission) => {
    const json = { permissions: ['search', permission] };
    assert.refusal(await call(swath.url, 'POST', '/api-key/api/v2/api-key', { token, json }), {
      ...invalidParameters,
      message: `Bad Request: 'permissions' must be held by the account: ${permission}`,
    });
  });

  test('neither grow nor shrink with the account', async () => {
    const { api_key: before } = await createKey(swath.url, token);
    expect((await change({ permissions: [] })).status).toBe(200);
    expect(await searchStatus(before)).toBe(200);
    const stripped = await call(swath.url, 'GET', '/search', { token });
    expect(stripped.json()).toMatchObject({ code: forbidden.code, type: forbidden.type });
    const { api_key: poor } = await createKey(swath.url, token);
    expect(await searchStatus(poor)).toBe(403);
    expect((await change({ permissions: ['search', 'catalog:write'] })).status).toBe(200);
    expect(await searchStatus(poor)).toBe(403);
    expect((await selfOf(before)).permissions).not.toContain('catalog:write');
    expect((await change({ role: 'admin' })).status).toBe(200);
    expect((await selfOf(poor)).permissions).toEqual([]);
  });

  test('are those after a change that overtakes the creation', async () => {
    const { projects } = swath.service;
    const project = await createProject('Overtaken');
    const overtaken: typeof projects = {
      ...projects,
      byId: async (...asked) => {
        await change({ permissions: ['usage'], collections: ['wv02'] });
        return projects.byId(...asked);
      },
    };
    const variant = await startVariant(swath.service, { projects: overtaken });
    const { id } = await createKey(variant.url, token, { project });
    await variant.stop();
    const stored = (await swath.service.apiKeys.list(account.id)).find(({ key }) => key.id === id);
    expect(stored?.key).toMatchObject({ permissions: ['usage'], collections: ['wv02'], project });
  });

  test('include the collection grants of that moment', async () => {
    await change({ collections: ['wv02'] });
    const { id } = await createKey(swath.url, token);
    await change({ collections: ['wv02', 'ge01'] });
    const later = await createKey(swath.url, token);
    await change({ collections: null });
    const stored = await swath.service.apiKeys.list(account.id);
    const collectionsOf = (keyId: string) => stored.find(({ key }) => key.id === keyId)?.key.collections;
    expect([collectionsOf(id), collectionsOf(later.id)]).toEqual([['wv02'], ['wv02', 'ge01']]);
  });
});

describe('a key becomes invalid', () => {
  test('at its expiration, and stays in the list', async () => {
    const date = new Date(clock.nowMs() + hourMs).toISOString();
    const { id, api_key: key } = await createKey(swath.url, token, { expiration_date: date });
    clock.advance(hourMs - 1);
    expect(await selfStatus(swath.url, { key })).toBe(200);
    clock.advance(1);
    assert.refusal(await call(swath.url, 'GET', '/auth/self', { key }), unauthorized);
    expect((await listKeys(swath.url, token)).map((record) => record.id)).toContain(id);
  });

  test('after 180 days by default', async () => {
    const { api_key: key } = await createKey(swath.url, token);
    clock.advance(180 * dayMs - 1);
    expect(await selfStatus(swath.url, { key })).toBe(200);
    clock.advance(1);
    expect(await selfStatus(swath.url, { key })).toBe(401);
  });

  test('with its account, at once and for good: reactivation does not revive it, a new sign-in works', async () => {
    const { id, api_key: key } = await createKey(swath.url, token);
    const answer = await change({ active: false });
    expect(answer.json()).toMatchObject({ active: false, ended: { keys: 1, sessions: 1 } });
    assert.refusal(await call(swath.url, 'GET', '/auth/self', { key }), unauthorized);
    assert.refusal(await call(swath.url, 'GET', '/auth/self', { token }), unauthorized);
    expect((await change({ active: true })).json()).toMatchObject({ active: true });
    expect(await selfStatus(swath.url, { key })).toBe(401);
    expect(await selfStatus(swath.url, { token })).toBe(401);
    const { access_token: fresh } = await signIn(swath.url, account);
    expect(await selfStatus(swath.url, { token: fresh })).toBe(200);
    const ended = (await listKeys(swath.url, fresh)).find((record) => record.id === id);
    expect(Date.parse(`${ended!.expiration_date.replace(' ', 'T')}Z`)).toBeLessThanOrEqual(clock.nowMs());
    expect(await selfStatus(swath.url, { key: (await createKey(swath.url, fresh)).api_key })).toBe(200);
  });
});

const createProject = async (name: string, owner = token) =>
  (await call(swath.url, 'POST', '/projects', { token: owner, json: { name } })).json<{ id: string }>().id;

describe('projects', () => {
  test.each(['project', 'project_id'])('a key is generated for one by %s, and shows it as project', async (member) => {
    const project = await createProject('Harvest');
    const record = await createKey(swath.url, token, { [member]: project });
    expect(record.project).toBe(project);
    expect((await listKeys(swath.url, token))[0]!.project).toBe(project);
    expect(record).not.toHaveProperty('project_id');
  });

  test("400 for another account's project", async () => {
    const foreign = await createProject('Theirs', admin);
    const json = { project: foreign };
    const answer = await call(swath.url, 'POST', '/api-key/api/v2/api-key', { token, json });
    assert.refusal(answer, { ...invalidParameters, message: /'project' is not a project of this account/ });
  });

  test('201, 409 for the same name, list, 204; the keys live on; 404 for foreign ones', async () => {
    const project = await createProject('Floods');
    const again = await call(swath.url, 'POST', '/projects', { token, json: { name: 'Floods' } });
    expect(again.json()).toMatchObject({ code: 'conflict', type: 'invalid_request_error' });
    expect(again.status).toBe(409);
    const { api_key: key } = await createKey(swath.url, token, { project });
    assert.refusal(await call(swath.url, 'DELETE', `/projects/${project}`, { token: admin }), notFound);
    expect((await call(swath.url, 'DELETE', `/projects/${project}`, { token })).status).toBe(204);
    expect((await call(swath.url, 'GET', '/projects', { token })).json()).toEqual([]);
    expect(await selfStatus(swath.url, { key })).toBe(200);
  });

  test('400 for an empty name', async () => {
    const answer = await call(swath.url, 'POST', '/projects', { token, json: { name: '  ' } });
    assert.refusal(answer, { ...invalidParameters, message: /'name'/ });
  });
});

describe('a key at rest', () => {
  test('is in no file of the data folder, neither whole nor by its secret part', async () => {
    const { api_key: key } = await createKey(swath.url, token);
    expect(await selfStatus(swath.url, { key })).toBe(200);
    const files = readdirSync(swath.dataFolder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['app.db', 'app.db-wal']));
    for (const { name, parentPath } of files) {
      const bytes = readFileSync(join(parentPath, name));
      expect({ name, isThere: bytes.includes(key) || bytes.includes(key.slice(6, 38)) }).toEqual({
        name,
        isThere: false,
      });
    }
  });

  test('opens only in its own row', async () => {
    const keys: readonly KeyRecord[] = [await createKey(swath.url, token), await createKey(swath.url, token)];
    const { apiKeys } = swath.service;
    const swapped: typeof apiKeys = {
      ...apiKeys,
      list: async (id) => {
        const [one, two] = await apiKeys.list(id);
        return [{ ...one!, sealed: two!.sealed }];
      },
    };
    const variant = await startVariant(swath.service, { apiKeys: swapped });
    const answer = await call(variant.url, 'GET', '/api-key/api/v2/api-key', { token });
    await variant.stop();
    expect(answer.json<KeyRecord[]>()).toMatchObject([{ api_key: null }]);
    for (const { api_key: key } of keys) expect(answer.text).not.toContain(key);
  });
});

test('last_used_date appears after use, and not before', async () => {
  const { api_key: key } = await createKey(swath.url, token);
  expect((await listKeys(swath.url, token))[0]).not.toHaveProperty('last_used_date');
  clock.advance(5_500);
  const variant = await startVariant(swath.service);
  await call(variant.url, 'GET', '/search', { key, headers: { 'user-agent': 'QGIS/3' } });
  await variant.stop();
  const used = new Date(clock.nowMs()).toISOString().slice(0, 23);
  expect((await listKeys(swath.url, token))[0]!.last_used_date).toBe(`${used}000`);
  const [stored] = await swath.service.apiKeys.list(account.id);
  expect(stored!.key.lastUsed).toMatchObject({ agent: 'QGIS/3', address: '127.0.0.1' });
});
