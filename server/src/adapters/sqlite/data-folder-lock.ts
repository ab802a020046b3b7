import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderTrouble } from '../node/folder-trouble.ts';
import { connect, unavailableReason } from './driver.ts';
import type { Connection } from './driver.ts';
import { hold } from './file-lock.ts';

/** Another process serves this data folder. */
export class DataFolderBusy extends Error {
  override readonly name = 'DataFolderBusy';
}

/** Nobody knows whether another one does. */
export class LockUnavailable extends Error {
  override readonly name = 'LockUnavailable';
}

export type DataFolderLock = { release(): Promise<void> };

/** For a look of `swath doctor` at the lock, which takes some milliseconds. */
const patienceMs = 500;

/** Takes the folder for this process. The lock is the operating system's: it goes when the process does. */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  const trouble = folderTrouble(folder);
  if (trouble !== null) throw new Error(`the data folder cannot be used: ${trouble.text}: ${trouble.mend}`);
  const connection = connect(lockFile(folder), { busyTimeoutMs: patienceMs });
  // Apart from the lock file: closing any handle of that file would drop the lock.
  const pidFile = join(folder, 'serve.pid');
  if (!takeExclusively(connection)) {
    connection.close();
    const pid = await readFile(pidFile, 'utf8').catch(() => '');
    const holder = /^\d+$/.test(pid.trim()) ? ` (process ${pid.trim()})` : '';
    throw new DataFolderBusy(
      `the data folder ${folder} is in use by another running service, or by an ingest of a large file${holder}: stop that one or wait for its end, or give this one another folder`,
    );
  }
  const lock = hold(connection);
  await writeFile(pidFile, `${process.pid}\n`);
  return {
    async release() {
      await rm(pidFile, { force: true });
      lock.release();
    },
  };
}

/** Whether somebody has the folder: a look that leaves nothing behind. */
export function isFolderTaken(folder: string): boolean {
  const connection = connect(lockFile(folder), { busyTimeoutMs: 0 });
  try {
    return !takeExclusively(connection);
  } finally {
    connection.close();
  }
}

const lockFile = (folder: string): string => join(folder, 'serve.lock');

function takeExclusively(connection: Connection): boolean {
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const reason = unavailableReason(error);
    if (reason === 'the database is busy') return false;
    throw reason === null
      ? error
      : new LockUnavailable(`the data folder cannot be locked: ${reason}`, { cause: error });
  }
}
