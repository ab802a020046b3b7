import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, describe, test } from 'vitest';
import { freshDatabase, postgresForTests } from '../abuse/support/postgres-database.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { watchUntilDone } from '../saved/support-saved.ts';
import { swath } from '../cli/swath-in-process.ts';
import { createKey, listKeys, selfStatus, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';

const postgres = postgresForTests();
const reason = 'skipReason' in postgres ? ` (skipped: ${postgres.skipReason})` : '';

const collection = (id: string) => ({
  type: 'Collection',
  stac_version: '1.1.0',
  id,
  description: id,
  license: 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
});
const item = (id: string) => ({
  type: 'Feature',
  stac_version: '1.1.0',
  id,
  geometry: { type: 'Point', coordinates: [10, 50] },
  properties: { datetime: '2026-05-01T10:00:00Z', 'eo:cloud_cover': 5 },
  links: [],
  assets: {},
});

async function answered(expected: number, asked: ReturnType<typeof call>) {
  const answer = await asked;
  if (answer.status !== expected) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer;
}

type Settings = Readonly<Record<string, string>>;
type Health = { readonly store: { readonly kind: string }; readonly catalogue: { readonly bytes: number } };

async function selectIds(url: string, token: string): Promise<readonly string[]> {
  const { data } = (await call(url, 'GET', '/selects', { token })).json<{ data: { id: string }[] }>();
  return data.map(({ id }) => id);
}

/** An installation with something of everything. */
async function filled(folder: string, settings: Settings = {}) {
  const service = await startService({ SWATH_DATA: folder, ...settings }, { keepFolder: true });
  const { url } = service;
  const { access_token: token } = await signIn(url, service.admin);
  await answered(201, call(url, 'POST', '/collections', { token, json: collection('scenes') }));
  await answered(201, call(url, 'POST', '/collections', { token, json: collection('empty') }));
  const features = Array.from({ length: 700 }, (_, i) => item(`i${i}`));
  const json = { type: 'FeatureCollection', features };
  expect((await call(url, 'POST', '/collections/scenes/items', { token, json })).status).toBeLessThan(300);
  const { api_key: key } = await createKey(url, token, { name: 'moved' });
  const savedSearch = { name: 'all', search: { collections: ['scenes'] } };
  const saved = await answered(201, call(url, 'POST', '/saved-searches', { token, json: savedSearch }));
  await call(url, 'POST', '/select', { token, json: { bbox: [9, 49, 11, 51] } });
  const selects = await selectIds(url, token);
  await service.stop();
  return { key, admin: service.admin, searchId: saved.json<{ id: string }>().id, selects };
}

const over = async (folder: string, url: string, settings: Settings = {}): Promise<TestService> => {
  const env = { SWATH_DATA: folder, SWATH_DATABASE_URL: url, ...settings };
  const service = await startService(env, { keepFolder: true });
  onTestFinished(service.stop);
  return service;
};

const newDatabase = () => freshDatabase('url' in postgres ? postgres.url : '');

describe.skipIf('skipReason' in postgres)(`swath copy${reason}`, () => {
  test(
    'moves an installation: who was there, keys, selects, items; and says what it compared',
    { timeout: 60_000 },
    async () => {
      const [folder, url] = [temporaryFolder(), await newDatabase()];
      const before = await filled(folder);
      const env = { SWATH_DATA: folder, SWATH_DATABASE_URL: url };
      // A service must not begin there with nothing.
      await expect(over(folder, url)).rejects.toThrow('swath copy --from sqlite --to postgres');
      const copied = await swath(['copy', '--from', 'sqlite', '--to', 'postgres', '--json'], env);
      expect([copied.code, copied.stderr]).toEqual([0, expect.stringContaining('read back')]);
      const report = JSON.parse(copied.stdout) as {
        items: number;
        collections: number;
        tables: { name: string; rows: number }[];
      };
      expect(report).toMatchObject({ items: 700, collections: 2 });
      expect(report.tables.find(({ name }) => name === 'api_keys')).toMatchObject({
        rows: 1,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(existsSync(join(folder, 'app.db'))).toBe(true);

      const service = await over(folder, url);
      expect(await selfStatus(service.url, { key: before.key })).toBe(200);
      const { access_token: token } = await signIn(service.url, before.admin);
      expect((await listKeys(service.url, token)).map(({ api_key: each }) => each)).toEqual([before.key]);
      const found = await call(service.url, 'POST', '/search', { token, json: { collections: ['scenes'], limit: 1 } });
      expect(found.json()).toMatchObject({ numberMatched: 700 });
      expect(before.selects).toHaveLength(1);
      expect(await selectIds(service.url, token)).toEqual(before.selects);
      const health = (await call(service.url, 'GET', '/admin/health', { token })).json<Health>();
      expect([health.store.kind, health.catalogue.bytes > 100_000]).toEqual(['postgres', true]);
      // What was there before is not told of, what comes now is.
      await answered(201, call(service.url, 'POST', '/collections/scenes/items', { token, json: item('new') }));
      await watchUntilDone(service.service);
      const matches = await call(service.url, 'GET', `/saved-searches/${before.searchId}/matches`, { token });
      expect(matches.json<{ data: { matched: number }[] }>().data.map(({ matched }) => matched)).toEqual([1]);
      await service.stop();
      const again = await swath(['copy', '--from', 'sqlite', '--to', 'postgres'], env);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('not empty')]);
    },
  );

  test('goes on after it broke off, and until then nobody is served', { timeout: 60_000 }, async () => {
    const [folder, url] = [temporaryFolder(), await newDatabase()];
    await filled(folder);
    const { leaveMark } = await import('../../server/src/adapters/postgres/moving/copy-mark.ts');
    const { openCatalogBeside } = await import('../../server/src/open-catalog.ts');
    const { readConfig } = await import('../../server/src/config.ts');
    const { silentLog } = await import('../../server/src/shared/log.ts');
    const source = await openCatalogBeside(readConfig({ SWATH_DATA: folder }), silentLog);
    await leaveMark(url, (await source.catalog.lastArrival()).feed);
    await source.close();
    await expect(over(folder, url)).rejects.toThrow('not finished');
    const env = { SWATH_DATA: folder, SWATH_DATABASE_URL: url };
    expect((await swath(['copy', '--from', 'sqlite', '--to', 'postgres'], env)).code).toBe(0);
    await over(folder, url);
  });

  test('brings the catalogue to accounts that are there already', { timeout: 60_000 }, async () => {
    const [folder, url] = [temporaryFolder(), await newDatabase()];
    const settings = { SWATH_MASTER_KEY: randomBytes(32).toString('base64') };
    const { admin, stop } = await over(temporaryFolder(), url, settings);
    await stop();
    await filled(folder, settings);
    await expect(over(folder, url, settings)).rejects.toThrow('--catalogue-alone');
    const env = { SWATH_DATA: folder, SWATH_DATABASE_URL: url, ...settings };
    const whole = await swath(['copy', '--from', 'sqlite', '--to', 'postgres'], env);
    expect([whole.code, whole.stderr]).toEqual([1, expect.stringContaining('there are accounts in it')]);
    const copied = await swath(['copy', '--from', 'sqlite', '--to', 'postgres', '--catalogue-alone'], env);
    expect([copied.code, copied.stderr]).toEqual([0, expect.stringContaining('read back')]);
    const service = await over(folder, url, settings);
    const { access_token: token } = await signIn(service.url, admin);
    const found = await call(service.url, 'POST', '/search', { token, json: { limit: 1 } });
    expect(found.json()).toMatchObject({ numberMatched: 700 });
  });

  test('2: wrong use is named', async () => {
    const env = { SWATH_DATA: temporaryFolder() };
    expect((await swath(['copy', '--from', 'postgres', '--to', 'sqlite'], env)).code).toBe(2);
    expect((await swath(['copy', '--from', 'sqlite', '--to', 'postgres'], env)).code).toBe(2);
  });
});
