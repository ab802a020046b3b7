import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderTrouble } from '../../server/src/adapters/node/folder-trouble.ts';
import { LockUnavailable } from '../../server/src/adapters/sqlite/data-folder-lock.ts';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { closedFiles, lockTrouble } from '../../server/src/cli/doctor/checks/folder.ts';
import { readOrMakeKey } from '../../server/src/cli/new-key-file.ts';
import { freshFolder, swath } from './swath-in-process.ts';

const folder = freshFolder();
const at = (name: string) => join(folder, name);
// Also for an administrator, whom no mode keeps out.
beforeAll(() => symlinkSync(at('loop'), at('loop')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test('a file system that can only be read is not taken for a folder of another user', () => {
  expect(folderTrouble(folder, refusing('EROFS'))?.text).toContain('can only be read');
  expect(folderTrouble(folder, refusing('EACCES'))?.text).toContain('this user may not write to');
  expect([folderTrouble(folder), folderTrouble(at('absent'))]).toEqual([null, null]);
});

const accessOfAnother = async (file: unknown) =>
  refusing(/master\.key|catalog\.db$/.test(String(file)) ? 'EACCES' : 'ENOENT')();

test('files of another user are named, those that are missing are not', async () => {
  expect(await closedFiles(folder, accessOfAnother)).toEqual(['master.key', 'catalog.db']);
  expect(await closedFiles(folder)).toEqual([]);
});

test('a database that cannot be opened is named', () => {
  const file = join(at('absent'), 'app.db');
  expect(() => connect(file)).toThrow(`${file}: `);
});

test('a data folder that is a file is refused by name', async () => {
  const { code, stderr } = await swath(['serve'], { SWATH_DATA: import.meta.filename });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`the data folder ${import.meta.filename} cannot be made`),
  ]);
});

test.each([
  ['account', 'list'],
  ['backup', '/nowhere'],
  ['migrate', '--status'],
])('a folder that cannot be looked into is not said to be empty: swath %s %s', async (...args) => {
  const { code, stdout, stderr } = await swath(args, { SWATH_DATA: at('loop') });
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('ELOOP')]);
});

test('no advice to remove the lock where the disk is full', () => {
  expect(lockTrouble(folder, new LockUnavailable('the disk is full')).mend).not.toContain('remove');
  expect(lockTrouble(folder, new Error('odd')).mend).toContain('remove');
});

test('a key that could not be written leaves no file that the next run would take for one', () => {
  expect(() => readOrMakeKey(at('new.key'), refusing('ENOSPC'))).toThrow('ENOSPC');
  expect(existsSync(at('new.key'))).toBe(false);
  expect(readOrMakeKey(at('new.key')).isGenerated).toBe(true);
  expect(readOrMakeKey(at('new.key')).isGenerated).toBe(false);
});
