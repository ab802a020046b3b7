import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '../sqlite/data-folder-lock.ts';
import { makeDataFolder, restoringName } from '../node/data-folder.ts';
import { checksumOf, readChecksums } from './checksums.ts';
import { checkDatabase } from './copy-database.ts';
import { copyEmptyFolders, copyOne } from './copy-files.ts';
import { type DatabaseName, type Manifest, databaseNames, dumpName } from './manifest.ts';

/** Reads every file of a backup; throws at the first that is not as it was written. */
export async function checkBackup(folder: string, { databases }: Manifest): Promise<number> {
  const sums = readChecksums(folder);
  const listed = new Set(sums.map(({ path }) => path));
  const missing = Object.keys(databases).find((name) => !listed.has(name));
  if (missing !== undefined) throw new Error(`the checksums do not list ${missing}`);
  for (const { path, sha256 } of sums) {
    const found = await checksumOf(join(folder, safePath(path))).catch(() => null);
    if (found !== sha256) throw new Error(found === null ? `${path} cannot be read` : damaged(path));
  }
  return sums.length;
}

export type RestoreWish = {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  /** Ends it with the part that it is at: nothing of it stays. */
  readonly signal?: AbortSignal;
};

/** Into a folder that holds nothing: what is there already is never written over. */
export async function restoreBackup(
  from: string,
  manifest: Manifest,
  { dataFolder, databaseUrl, signal }: RestoreWish,
): Promise<void> {
  requireEmpty(dataFolder);
  const dump = databaseUrl === null ? undefined : manifest.databases[dumpName];
  const postgres = dump === undefined ? null : await import('./restore-postgres.ts');
  await postgres?.requireEmptyPostgres(databaseUrl!);
  makeDataFolder(dataFolder);
  const lock = await lockDataFolder(dataFolder);
  // No service starts on half of an installation, where a kill ends this.
  const mark = join(dataFolder, restoringName);
  writeFileSync(mark, '', { mode: 0o600 });
  try {
    for (const { path, sha256 } of readChecksums(from)) {
      signal?.throwIfAborted();
      if (path === dumpName) {
        if ((await checksumOf(join(from, path))) !== sha256) throw new Error(damaged(path));
        continue;
      }
      const copied = await copyOne(from, dataFolder, safePath(path), aside(path));
      if (copied?.sha256 !== sha256) throw new Error(damaged(path));
    }
    await copyEmptyFolders(from, dataFolder);
    for (const [name, { tables }] of Object.entries(manifest.databases)) {
      if (name === dumpName) continue;
      await chmod(join(dataFolder, aside(name)), 0o600);
      checkDatabase(join(dataFolder, aside(name)), tables);
    }
    signal?.throwIfAborted();
    // Last: without them the folder is no installation, however far it came.
    for (const name of databaseNames)
      if (name in manifest.databases) await rename(join(dataFolder, aside(name)), join(dataFolder, name));
    if (dump !== undefined) await postgres?.restorePostgres(databaseUrl!, join(from, dumpName), dump, signal);
    rmSync(mark);
  } catch (error) {
    for (const name of contentOf(dataFolder)) await rm(join(dataFolder, name), { recursive: true, force: true });
    throw error;
  } finally {
    await lock.release();
  }
}

const aside = (path: string): string => (databaseNames.includes(path as DatabaseName) ? `${path}.restoring` : path);

/** Neither the lock of a service that ran there once nor what every new disk has is content. */
const contentOf = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => !name.startsWith('serve.') && name !== 'lost+found');

function requireEmpty(folder: string): void {
  const names = existsSync(folder) ? contentOf(folder) : [];
  if (names.length > 0)
    throw new Error(
      `${folder} is not empty (it has ${names[0]!}): stop its service and move it away, or name another folder by SWATH_DATA`,
    );
}

const damaged = (path: string): string => `${path} is not as it was written: its checksum is another one`;

/** A list that somebody changed must not lead out of the folder. */
function safePath(path: string): string {
  if (path.startsWith('/') || path.split('/').some((part) => part === '..' || part === ''))
    throw new Error(`the backup names a file outside of it: ${path}`);
  return path;
}
