import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import type { Log } from '../../shared/log.ts';
import { makeFolder } from './make-folder.ts';

export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new Error(`the data folder ${folder} cannot be made: ${errorText(error)}`, { cause: error });
  }
}

/** There while a backup is being restored into the folder. */
export const restoringName = 'restore.unfinished';

export const databaseFiles = ['app.db', 'catalog.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);

/** A folder that was there before may be open to all: the database's files are the owner's alone either way. */
export function keepDatabaseToOwner(folder: string, log: Log): void {
  for (const name of databaseFiles) {
    const file = join(folder, name);
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(file, 0o600);
    } catch {
      // Another user's file, or a file system without modes: the service can still serve.
      log.warn('others on this machine can read a file of the database', { file });
    }
  }
}
