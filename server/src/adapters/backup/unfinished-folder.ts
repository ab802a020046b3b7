import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../node/make-folder.ts';
import { isDead, lockOf, remove } from '../node/own-folder.ts';
import { tryLock } from '../sqlite/file-lock.ts';

export type UnfinishedFolder = {
  readonly path: string;
  /** After it got its name, or was removed. */
  leave(): void;
};

const lockName = /\.[0-9a-f]{8}\.unfinished\.lock$/;

/** A place for what becomes `to`; those beside it that a kill left go. A lock says who is still at work. */
export function makeUnfinished(to: string): UnfinishedFolder {
  makeFolder(dirname(to));
  removeDead(dirname(to));
  // Of its own: two nodes may begin in the same second.
  const path = join(dirname(to), `${basename(to)}.${randomUUID().slice(0, 8)}.unfinished`);
  const lock = tryLock(lockOf(path));
  makeFolder(path);
  return {
    path,
    leave() {
      lock?.release();
      rmSync(lockOf(path), { force: true });
    },
  };
}

const removeDead = (folder: string): void =>
  readdirSync(folder)
    .filter((name) => lockName.test(name))
    .map((name) => join(folder, name.replace(/\.lock$/, '')))
    .filter(isDead)
    .forEach(remove);
