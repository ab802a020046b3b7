import { constants, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rmdir } from 'node:fs/promises';
import { syncNames } from '../../node/sync-folder.ts';

/** A directory that is held open: what its path leads to later does not matter. */
export type Directory = {
  readonly handle: FileHandle;
  /** Where a name in it is. */
  at(name: string): string;
};

// Elsewhere than on Linux a name is looked for by its path, behind directories that were just seen to be no links.
const canNameHandles = existsSync('/proc/self/fd');
const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** No link: one in the place of the directory fails. */
export async function openDirectory(path: string): Promise<Directory> {
  const handle = await open(path, flags);
  const base = canNameHandles ? `/proc/self/fd/${handle.fd}` : path;
  return { handle, at: (name) => `${base}/${name}` };
}

export async function inDirectory<T>(path: string, work: (directory: Directory) => Promise<T>): Promise<T> {
  const directory = await openDirectory(path);
  try {
    return await work(directory);
  } finally {
    await directory.handle.close();
  }
}

/** Goes down the names one by one, so that no level can be a link; makes what is missing when it may. */
export async function descend(
  start: string,
  names: readonly string[],
  { isMaking = false }: { readonly isMaking?: boolean } = {},
): Promise<Directory> {
  let current = await openDirectory(start);
  for (const name of names) {
    try {
      if (isMaking) await makeIn(current, name);
      const next = await openDirectory(current.at(name));
      await current.handle.close();
      current = next;
    } catch (cause) {
      await current.handle.close();
      throw cause;
    }
  }
  return current;
}

async function makeIn(directory: Directory, name: string): Promise<void> {
  try {
    await mkdir(directory.at(name));
    await syncNames(directory);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
  }
}

/** Removes directories from the deepest up, as long as they are empty. */
export async function prune(start: string, names: readonly string[]): Promise<void> {
  for (let depth = names.length; depth > 0; depth--) {
    const parent = await descend(start, names.slice(0, depth - 1));
    try {
      await rmdir(parent.at(names[depth - 1]!));
    } finally {
      await parent.handle.close();
    }
  }
}

export const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code;
