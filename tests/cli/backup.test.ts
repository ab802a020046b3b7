import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { besideNames } from '../../server/src/adapters/backup/copy-files.ts';
import { makeBackup } from '../../server/src/adapters/backup/make-backup.ts';
import { readManifest } from '../../server/src/adapters/backup/manifest.ts';
import { restoreBackup } from '../../server/src/adapters/backup/restore-backup.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { tryLock } from '../../server/src/adapters/sqlite/file-lock.ts';
import { fill, makeItem } from '../catalog/contract/fixtures.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { type Env, freshFolder, swath, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const at = (...names: string[]) => join(folder, ...names);
let running: TestService;
let env: Env;
let backup: string;
beforeAll(async () => {
  env = { SWATH_DATA: at('data') };
  running = await startService(env, { keepFolder: true });
  await fill(
    running.service.catalog,
    Array.from({ length: 30 }, (_, i) => makeItem(`item-${i}`)),
  );
  mkdirSync(at('data', 'managed', 'order-1'), { recursive: true });
  writeFileSync(at('data', 'managed', 'order-1', 'a name\nof two lines.tif'), 'pixels');
  mkdirSync(at('data', 'buckets', 'empty'), { recursive: true });
  mkdirSync(at('data', 'managed', '.swath-uploads'), { recursive: true });
  mkdirSync(at('data', 'buckets', 'demo', 'area.part'), { recursive: true });
  writeFileSync(at('data', 'buckets', 'demo', 'area.part', 'tile.tif'), 'theirs');
  writeFileSync(at('data', 'managed', '.swath-uploads', 'half'), 'half');
  backup = at('backup');
  await swathJson(['backup', backup], env);
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every row of every table but those of sessions and requests that the service itself writes. */
function rowsOf(file: string): Readonly<Record<string, unknown[]>> {
  const connection = connect(file, { readOnly: true });
  const tables = connection.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all();
  const rows = (tables as { name: string }[]).map(({ name }) => [
    name,
    connection.prepare(`SELECT * FROM "${name}"`).all(),
  ]);
  connection.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

describe('a backup beside a running service, restored elsewhere', () => {
  test('has every row of both databases and every file, and opens with the same key', async () => {
    const other = { SWATH_DATA: at('elsewhere'), SWATH_MASTER_KEY_FILE: at('data', 'master.key') };
    const report = await swathJson<{ master_key: string }>(['restore', backup], other);
    expect(report.master_key).toBe('fits');
    for (const name of ['catalog.db', 'app.db'])
      expect(rowsOf(at('elsewhere', name))).toEqual(rowsOf(at('data', name)));
    expect(readFileSync(at('elsewhere', 'managed', 'order-1', 'a name\nof two lines.tif'), 'utf8')).toBe('pixels');
    expect(existsSync(at('elsewhere', 'managed', '.swath-uploads'))).toBe(false);
    // A customer's prefix, however it is called.
    expect(readFileSync(at('elsewhere', 'buckets', 'demo', 'area.part', 'tile.tif'), 'utf8')).toBe('theirs');
    expect(existsSync(at('elsewhere', 'buckets', 'empty'))).toBe(true);
    expect(await swathJson<object[]>(['account', 'list'], other)).toHaveLength(1);
    const second = await startService({ ...other }, { keepFolder: true });
    expect((await second.service.catalog.getItem('a', 'item-7', 'all'))?.etag).toBe(
      (await running.service.catalog.getItem('a', 'item-7', 'all'))?.etag,
    );
    await second.stop();
  });

  test('says plainly that the master key is not in it, and with the flag that it is', async () => {
    const without = await swath(['backup', at('without')], env);
    expect(without.stderr).toContain(`the master key is not in the backup: keep a copy of ${at('data', 'master.key')}`);
    expect(readdirSync(at('without'))).not.toContain('master.key');
    const withKey = await swath(['backup', at('with'), '--with-master-key'], env);
    expect(withKey.stderr).toContain('whoever has it can read every secret');
    expect(readFileSync(at('with', 'master.key'), 'utf8')).toBe(readFileSync(at('data', 'master.key'), 'utf8'));
    expect(withKey.stdout + withKey.stderr).not.toContain(readFileSync(at('data', 'master.key'), 'utf8').trim());
  });

  test('in a folder of backups gets the time as its name; without files where asked', async () => {
    mkdirSync(at('backups'));
    const { folder: made, files } = await swathJson<{ folder: string; files: { count: number } }>(
      ['backup', at('backups'), '--without', 'managed'],
      env,
    );
    expect(made).toMatch(/backups\/swath-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect(existsSync(join(made, 'managed'))).toBe(false);
    expect(files.count).toBeGreaterThan(0);
    expect(readdirSync(at('backups')).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  test('that is stopped leaves nothing behind', async () => {
    const leave = new AbortController();
    const begun: string[] = [];
    const said = (what: string) => {
      begun.push(what);
      if (what === 'copying mail') leave.abort(new Error('stopped'));
    };
    const wish = { dataFolder: at('data'), to: at('stopped', 'here'), store: 'sqlite', databaseUrl: null } as const;
    const more = { beside: besideNames, withMasterKey: false, release: '0', nowMs: 0, signal: leave.signal, said };
    mkdirSync(at('stopped'));
    await expect(makeBackup({ ...wish, ...more })).rejects.toThrow(/^stopped$/);
    expect([begun.at(-1), readdirSync(at('stopped'))]).toEqual(['copying buckets', []]);
  });
});

test('what a killed backup left goes with the next one; what is at work, and what is no backup, stays', async () => {
  const names = ['killed.0123abcd.unfinished', 'at-work.89ab4567.unfinished', 'theirs.unfinished'];
  for (const name of names) mkdirSync(at('leftovers', name, 'managed'), { recursive: true });
  tryLock(at('leftovers', `${names[0]}.lock`))!.release();
  const lock = tryLock(at('leftovers', `${names[1]}.lock`))!;
  expect((await swath(['backup', at('leftovers', 'here')], env)).code).toBe(0);
  const left = readdirSync(at('leftovers')).filter((name) => !name.endsWith('-journal'));
  expect(left.sort()).toEqual([names[1], `${names[1]}.lock`, 'here', names[2]]);
  lock.release();
});

test('a backup whose name was taken while it was made is refused in words and leaves nothing', async () => {
  const said = (what: string) => {
    if (what === 'copying mail') mkdirSync(at('taken', 'here', 'theirs'), { recursive: true });
  };
  const wish = { dataFolder: at('data'), to: at('taken', 'here'), store: 'sqlite', databaseUrl: null } as const;
  mkdirSync(at('taken'));
  const made = makeBackup({ ...wish, beside: besideNames, withMasterKey: false, release: '0', nowMs: 0, said });
  await expect(made).rejects.toThrow('is there already');
  expect([readdirSync(at('taken')), readdirSync(at('taken', 'here'))]).toEqual([['here'], ['theirs']]);
});

test('two backups of one name at the same time: one of them is whole, the other is refused and leaves nothing', async () => {
  mkdirSync(at('twice'));
  const ended = await Promise.all([1, 2].map(() => swath(['backup', at('twice', 'here')], env)));
  const failed = ended.filter(({ code }) => code !== 0);
  expect(failed).toEqual([expect.objectContaining({ code: 1, stderr: expect.stringContaining('is there already') })]);
  expect(readdirSync(at('twice'))).toEqual(['here']);
  expect((await swath(['restore', at('twice', 'here'), '--check'], env)).code).toBe(0);
});

describe('a restore', () => {
  test('that is stopped leaves nothing behind', async () => {
    const leave = new AbortController();
    const wish = { dataFolder: at('half-restored'), databaseUrl: null, signal: leave.signal };
    const restoring = restoreBackup(backup, readManifest(backup), wish);
    leave.abort(new Error('stopped'));
    await expect(restoring).rejects.toThrow(/^stopped$/);
    expect(readdirSync(at('half-restored')).filter((name) => !name.startsWith('serve.'))).toEqual([]);
  });

  test('that was killed leaves a folder on which no service starts', async () => {
    const killed = at('killed-restore');
    expect((await swath(['restore', backup], { SWATH_DATA: killed })).code).toBe(0);
    expect(existsSync(join(killed, 'restore.unfinished'))).toBe(false);
    writeFileSync(join(killed, 'restore.unfinished'), '');
    const starting = startService({ SWATH_DATA: killed, SWATH_MASTER_KEY_FILE: at('data', 'master.key') });
    await expect(starting).rejects.toThrow(/'swath restore' into .* did not come to its end/);
  });

  test('goes onto a new disk, which has a lost+found', async () => {
    mkdirSync(at('disk', 'lost+found'), { recursive: true });
    expect((await swath(['restore', backup], { SWATH_DATA: at('disk') })).code).toBe(0);
    expect(existsSync(at('disk', 'lost+found'))).toBe(true);
  });
});

describe('what is refused', () => {
  test('a backup over another, into the data folder, or of nothing', async () => {
    const over = await swath(['backup', backup], env);
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('never written over another')]);
    expect((await swath(['backup', at('data', 'inside')], env)).code).toBe(2);
    symlinkSync(at('data', 'buckets'), at('by-a-link'));
    for (const inside of [at('by-a-link'), at('by-a-link', 'new'), at('by-a-link', 'new', 'one')])
      expect((await swath(['backup', inside], env)).code).toBe(2);
    const nothing = await swath(['backup', at('nothing')], { SWATH_DATA: at('not-there') });
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('there is no installation')]);
    expect((await swath(['backup', at('x'), '--without', 'everything'], env)).code).toBe(2);
  });

  test('a restore over a folder that holds anything, live or not', async () => {
    const live = await swath(['restore', backup], env);
    expect([live.code, live.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    mkdirSync(at('used'));
    writeFileSync(at('used', 'notes.txt'), 'mine');
    expect((await swath(['restore', backup], { SWATH_DATA: at('used') })).code).toBe(1);
    expect(readdirSync(at('used'))).toEqual(['notes.txt']);
  });

  test('a backup that was changed: nothing of it stays in the data folder', async () => {
    await swathJson(['backup', at('changed')], env);
    appendFileSync(at('changed', 'managed', 'order-1', 'a name\nof two lines.tif'), '!');
    const target = { SWATH_DATA: at('from-changed') };
    for (const args of [
      ['restore', at('changed'), '--check'],
      ['restore', at('changed')],
    ]) {
      const { code, stderr } = await swath(args, target);
      expect([code, stderr]).toEqual([1, expect.stringContaining('its checksum is another one')]);
    }
    expect(readdirSync(at('from-changed')).filter((name) => !name.startsWith('serve.'))).toEqual([]);
  });

  test('a list of checksums that leads out of the folder', async () => {
    await swathJson(['backup', at('hostile')], env);
    appendFileSync(at('hostile', 'SHA256SUMS'), `${'0'.repeat(64)}  ../outside\n`);
    const { code, stderr } = await swath(['restore', at('hostile')], { SWATH_DATA: at('from-hostile') });
    expect([code, stderr]).toEqual([1, expect.stringContaining('names a file outside of it')]);
  });

  test('a backup that was not finished, one of a later release, one with another key, one of another store', async () => {
    await swathJson(['backup', at('odd')], env);
    const target = { SWATH_DATA: at('from-odd') };
    const manifest = readFileSync(at('odd', 'backup.json'), 'utf8');
    const wrongKey = await swath(['restore', at('odd')], { ...target, SWATH_MASTER_KEY: '7'.repeat(64) });
    expect([wrongKey.code, wrongKey.stderr]).toEqual([4, expect.stringContaining('does not open this backup')]);
    const onPostgres = await swath(['restore', at('odd')], { ...target, SWATH_DATABASE_URL: 'postgres://localhost/x' });
    expect([onPostgres.code, onPostgres.stderr]).toEqual([4, expect.stringContaining('without SWATH_DATABASE_URL')]);
    writeFileSync(at('odd', 'backup.json'), manifest.replace(/"schema_version": \d+/, '"schema_version": 999'));
    expect((await swath(['restore', at('odd')], target)).stderr).toContain('schema version 999');
    renameSync(at('odd', 'backup.json'), at('odd', 'other.json'));
    const missing = await swath(['restore', at('odd')], target);
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('there is no backup in')]);
    expect(existsSync(at('from-odd'))).toBe(false);
  });
});

test('restored without its key: said, and refused at the next use until it is there', async () => {
  const target = { SWATH_DATA: at('keyless') };
  const { code, stderr } = await swath(['restore', backup], target);
  expect([code, stderr]).toEqual([0, expect.stringContaining('there is no master key: put it into')]);
  expect((await swath(['account', 'list'], target)).code).toBe(1);
  writeFileSync(at('keyless', 'master.key'), readFileSync(at('data', 'master.key')));
  chmodSync(at('keyless', 'master.key'), 0o600);
  expect((await swath(['account', 'list'], target)).code).toBe(0);
});

test('swath restore --check reads a backup and touches nothing', async () => {
  const report = await swathJson<{ checked: number }>(['restore', backup, '--check'], { SWATH_DATA: at('untouched') });
  expect(report.checked).toBeGreaterThan(2);
  expect(existsSync(at('untouched'))).toBe(false);
});
