import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from '../sqlite/file-lock.ts';

export type OwnFolder = {
  readonly path: string;
  /** After those who wrote there have ended. */
  leave(): void;
};

/**
 * A folder of this process within one that several share; those of processes that are gone are removed. A lock says who
 * is there, and not the number of the process: in containers most have the same one, and see nobody else's.
 */
export function ownFolder(parent: string): OwnFolder {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeDeadFolders(parent);
  const path = join(parent, randomUUID());
  // Before the folder: one without a lock is nobody's.
  const lock = tryLock(lockOf(path));
  mkdirSync(path, { mode: 0o700 });
  return {
    path,
    leave() {
      lock?.release();
      remove(path);
    },
  };
}

/** How many there were. */
export const removeDeadFolders = (parent: string): number => deadFolders(parent).filter(remove).length;

/** Of processes that are gone. */
export const deadFolders = (parent: string): readonly string[] =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(parent, name))
    .filter(isDead);

export const lockOf = (folder: string): string => `${folder}.lock`;

/** Where nobody has the lock beside it. */
export function isDead(folder: string): boolean {
  if (!existsSync(lockOf(folder))) return true;
  try {
    const lock = tryLock(lockOf(folder));
    lock?.release();
    return lock !== null;
  } catch {
    // Another user's: nobody can tell.
    return false;
  }
}

/** What cannot be removed, on a disk that can only be read or of another user, is left: no start or stop may fail for it. */
export function remove(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    rmSync(lockOf(folder), { force: true });
    return true;
  } catch {
    return false;
  }
}
