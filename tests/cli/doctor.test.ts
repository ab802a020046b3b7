import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOfflineCatalog } from '../../server/src/adapters/sqlite/catalog/load/open-offline.ts';
import { lockDataFolder } from '../../server/src/adapters/sqlite/data-folder-lock.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { makeCollection, makeItem, put } from '../catalog/contract/fixtures.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { type Env, freshFolder, swath, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const at = (...names: string[]) => join(folder, ...names);
let env: Env;
let running: TestService;
beforeAll(async () => {
  mkdirSync(at('archive', 'old'), { recursive: true });
  for (const name of ['one', 'two', 'cover']) writeFileSync(at('archive', 'old', `${name}.tif`), 'pixels');
  env = { SWATH_DATA: at('data'), SWATH_ARCHIVE_ROOTS: at('archive'), SWATH_DISK_LOW_MB: '0' };
  running = await startService(env, { keepFolder: true });
  const { catalog } = running.service;
  const asset = (name: string) => ({ visual: { href: pathToFileURL(at('archive', 'old', `${name}.tif`)).href } });
  await catalog.putCollection(makeCollection('a', { assets: asset('cover') }), 'insert', null);
  await put(catalog, [
    makeItem('one', { assets: asset('one') }),
    makeItem('two', { assets: asset('two') }),
    makeItem('none'),
  ]);
  // As the program itself would have made them.
  for (const name of ['app.db', 'catalog.db']) chmodSync(at('data', name), 0o600);
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Found = { readonly level: string; readonly check: string; readonly text: string; readonly mend?: string };

async function findings(
  args: readonly string[] = [],
  more: Env = {},
): Promise<{ code: number | null; found: readonly Found[] }> {
  const { code, stdout } = await swath(['doctor', ...args, '--json'], { ...env, ...more });
  return { code, found: (JSON.parse(stdout) as { findings: Found[] }).findings };
}

const ill = (found: readonly Found[]) => found.filter(({ level }) => level !== 'ok');

describe('swath doctor', () => {
  test('finds nothing wrong beside a running service, and says who runs', async () => {
    const { code, found } = await findings(['--all']);
    expect([code, ill(found)]).toEqual([0, []]);
    const lock = await lockDataFolder(at('data'));
    expect((await findings()).found.find(({ check }) => check === 'lock')?.text).toContain(`process ${process.pid}`);
    await lock.release();
    expect(found.find(({ check }) => check === 'sources')?.text).toContain('3');
  });

  test('speaks to people too: what is wrong, how to mend it, and how many of each', async () => {
    const { code, stdout, stderr } = await swath(['doctor'], { ...env, SWATH_ARCHIVE_ROOTS: at('nowhere') });
    expect(code).toBe(1);
    expect(stdout).toContain(
      `ERROR   SWATH_ARCHIVE_ROOTS: ${at('nowhere')} is not there\n        to mend it: mount it`,
    );
    expect(stderr).toMatch(/\d+ errors, \d+ warnings, \d+ well/);
  });

  test('bad settings are each a finding, with exit code 2', async () => {
    const { code, found } = await findings([], { SWATH_RATE_LIMIT: 'many', SWATH_RENDER_TREADS: '2' });
    expect(code).toBe(2);
    expect(found.map(({ check, text }) => [check, text])).toEqual([
      ['settings', expect.stringContaining('did you mean SWATH_RENDER_THREADS')],
      ['settings', expect.stringContaining('SWATH_RATE_LIMIT')],
    ]);
  });

  test.each<[string, Env, string, RegExp]>([
    ['a data folder that is not there', { SWATH_DATA: at('absent') }, 'data folder', /is not there/],
    ['too little room', { SWATH_DISK_LOW_MB: '1000000000' }, 'disk', /new work is refused/],
    ['another master key', { SWATH_MASTER_KEY: '7'.repeat(64) }, 'master key', /another one/],
    ['files outside of the roots', { SWATH_ARCHIVE_ROOTS: '' }, 'sources', /in no folder of SWATH_ARCHIVE_ROOTS/],
    ['a mail server that does not answer', { SWATH_SMTP_URL: 'smtp://127.0.0.1:1' }, 'mail', /does not: CONN/],
    [
      'an S3 that does not answer',
      { SWATH_S3_ENDPOINT: 'http://127.0.0.1:1', SWATH_S3_ACCESS_KEY_ID: 'id', SWATH_S3_SECRET_ACCESS_KEY: 'a secret' },
      'S3',
      // A process that is held up for five seconds hears of its own patience first.
      /ECONNREFUSED|TimeoutError/,
    ],
    [
      'a certificate that is not there',
      { SWATH_TLS_CERT: at('none.pem'), SWATH_TLS_KEY: at('none.key') },
      'TLS',
      /cannot be used: ENOENT/,
    ],
    [
      'a PostgreSQL that does not answer',
      { SWATH_DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
      'PostgreSQL',
      /./,
    ],
  ])('%s is an error that says how to mend it', async (_name, more, check, text) => {
    const { code, found } = await findings([], more);
    expect(code).toBe(1);
    const error = found.find((each) => each.level === 'error' && each.check === check);
    expect([error?.text, error?.mend]).toEqual([expect.stringMatching(text), expect.stringMatching(/\w/)]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  test('a master key that others may read is a warning', async () => {
    chmodSync(at('data', 'app.db'), 0o644);
    const { code, found } = await findings();
    expect([code, ill(found)]).toEqual([
      0,
      [expect.objectContaining({ level: 'warning', mend: `chmod 600 '${at('data', 'app.db')}'` })],
    ]);
    chmodSync(at('data', 'app.db'), 0o600);
  });

  test('a folder of the managed bucket without an order, and files of a process that is gone, are warnings', async () => {
    mkdirSync(at('data', 'managed', '1234567890123456789'), { recursive: true });
    mkdirSync(at('data', 'exports', '999999999'), { recursive: true });
    const { found } = await findings();
    expect(ill(found).map(({ level, text }) => [level, text])).toEqual([
      ['warning', expect.stringContaining('belong to no order (1234567890123456789)')],
      ['warning', expect.stringContaining('1 folders of temporary files')],
    ]);
    rmSync(at('data', 'managed'), { recursive: true });
    rmSync(at('data', 'exports', '999999999'), { recursive: true });
  });
});

describe('a source that was moved', () => {
  test('is found by doctor and mended by swath image relocate, beside the service', async () => {
    renameSync(at('archive', 'old'), at('archive', 'new'));
    const { code, found } = await findings(['--all']);
    expect(code).toBe(1);
    expect(ill(found)).toEqual([
      expect.objectContaining({
        text: expect.stringContaining(
          `3 files of items and collections are not in ${at('archive', 'old')} any more`,
        ) as string,
        mend: expect.stringContaining('swath image relocate OLD NEW') as string,
      }),
    ]);
    const paths = [at('archive', 'old'), at('archive', 'new')];
    expect(await swathJson(['image', 'relocate', ...paths, '--dry-run'], env)).toEqual({
      items: 2,
      collections: 1,
      files: 3,
      missing: [],
      changed: 0,
      refused: [],
    });
    expect((await findings(['--all'])).code).toBe(1);
    expect(await swathJson(['image', 'relocate', ...paths], env)).toMatchObject({ changed: 3 });
    expect((await findings(['--all'])).code).toBe(0);
    const { bytes } = (await running.service.catalog.getItem('a', 'one', 'all'))!;
    expect(Buffer.from(bytes).toString()).toContain(pathToFileURL(at('archive', 'new', 'one.tif')).href);
    const collection = (await running.service.catalog.getCollection('a', 'all'))!;
    expect(Buffer.from(collection.bytes).toString()).toContain(pathToFileURL(at('archive', 'new', 'cover.tif')).href);
    const again = await swathJson(['image', 'relocate', ...paths], env);
    expect(again).toMatchObject({ items: 0, collections: 0, changed: 0 });
  });

  test('relocate names what is refused today, leaves it, and changes all others', async () => {
    const stored = connect(at('data', 'catalog.db'));
    const change = (from: string, to: string) =>
      stored.exec(`UPDATE documents SET document = CAST(REPLACE(CAST(document AS TEXT), '${from}', '${to}') AS BLOB)
        WHERE collection = 'a' AND id = 'one'`);
    change('"datetime"', '"date_time"');
    cpSync(at('archive', 'new'), at('archive', 'third'), { recursive: true });
    const paths = [at('archive', 'new'), at('archive', 'third')];
    const { code, stdout, stderr } = await swath(['image', 'relocate', ...paths, '--json'], env);
    const refused = [expect.stringMatching(/^item one of a: .*datetime/)];
    expect([code, JSON.parse(stdout)]).toMatchObject([4, { items: 2, changed: 2, refused }]);
    expect(stderr).toMatch(/^refused: item one of a: /);
    change('"date_time"', '"datetime"');
    stored.close();
    expect(await swathJson(['image', 'relocate', ...paths], env)).toMatchObject({ changed: 1, refused: [] });
    expect(await swathJson(['image', 'relocate', ...paths.toReversed()], env)).toMatchObject({ changed: 3 });
  });

  test('relocate refuses a place that nobody may read, and leaves what is not there', async () => {
    expect((await swath(['image', 'relocate', at('archive', 'new'), at('outside')], env)).code).toBe(2);
    const { code, stderr } = await swath(['image', 'relocate', at('archive', 'new'), at('archive', 'empty')], env);
    expect([code, stderr]).toEqual([4, expect.stringContaining(`not there: ${at('archive', 'empty', 'one.tif')}`)]);
    expect((await findings(['--all'])).code).toBe(0);
  });
});

describe('a store that is not as it should be', () => {
  const other = { SWATH_DATA: at('other') };

  test('a catalogue that an ingest of a large file has for itself is a warning, not a damaged file', async () => {
    await swathJson(['account', 'add', 'b@example.com'], other);
    const ingest = await openOfflineCatalog(at('other', 'catalog.db'), () => ({ declared: [] }));
    const { found } = await findings([], other);
    await ingest!.close();
    expect(ill(found).filter(({ check }) => check === 'catalog.db')).toMatchObject([
      { level: 'warning', text: expect.stringContaining('a process has it for itself') },
    ]);
  });

  test('an older schema is a warning, a later one an error, a damaged file an error', async () => {
    await swathJson(['account', 'add', 'a@example.com'], other);
    const change = (text: string) => {
      const connection = connect(at('other', 'app.db'));
      connection.exec(text);
      connection.close();
    };
    change('DELETE FROM schema_version WHERE version = (SELECT MAX(version) FROM schema_version)');
    expect(ill((await findings([], other)).found).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('is behind'),
    );
    change(`INSERT INTO schema_version VALUES (999, 'later', 0)`);
    expect(ill((await findings([], other)).found).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('later release'),
    );
    writeFileSync(at('other', 'app.db'), 'not a database at all, but a text. '.repeat(300));
    const { code, found } = await findings([], other);
    expect([code, ill(found).some(({ check, text }) => check === 'app.db' && text.includes('cannot be read'))]).toEqual(
      [1, true],
    );
  });
});
