import { existsSync, mkdirSync } from 'node:fs';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../node/sync-folder.ts';
import { type Checksum, checksumLine } from './checksums.ts';
import { copyDatabase } from './copy-database.ts';
import { type BesideName, copyOne, filesBeside } from './copy-files.ts';
import {
  type CopiedDatabase,
  type Manifest,
  checksumsName,
  databaseNames,
  dumpName,
  format,
  manifestName,
  version,
} from './manifest.ts';
import { makeUnfinished } from './unfinished-folder.ts';

export type BackupWish = {
  readonly dataFolder: string;
  readonly to: string;
  readonly store: Manifest['store'];
  /** Of the database in PostgreSQL that is to be dumped; null where there is none, or it is left to others. */
  readonly databaseUrl: string | null;
  readonly beside: readonly BesideName[];
  readonly withMasterKey: boolean;
  readonly release: string;
  readonly nowMs: number;
  /** Ends it with the part that it is at: nothing of it stays. */
  readonly signal?: AbortSignal;
  /** Hears of each part that is begun. */
  readonly said: (what: string) => void;
};

/** Makes a folder that has its name only when all of it is there and was read again. */
export async function makeBackup(wish: BackupWish): Promise<Manifest> {
  const { to, dataFolder } = wish;
  requireNew(to);
  const { path: unfinished, leave } = makeUnfinished(to);
  try {
    const sums = (list: readonly Checksum[]) =>
      appendFile(join(unfinished, checksumsName), list.map(checksumLine).join(''), { mode: 0o600 });
    const databases = await copyDatabases(wish, unfinished, sums);
    // After the databases: what they speak of lies there.
    const files = await copyBeside(wish, unfinished, sums);
    const keyFile = wish.withMasterKey ? await copyOne(dataFolder, unfinished, 'master.key') : null;
    if (wish.withMasterKey && keyFile === null) throw new Error(`there is no master.key in ${dataFolder}`);
    if (keyFile !== null) await sums([keyFile]);
    const manifest = manifestOf(wish, databases, files, keyFile !== null);
    await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, to).catch((error: unknown) => {
      requireNew(to);
      throw error;
    });
    await syncFolder(dirname(to));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    leave();
  }
}

function requireNew(to: string): void {
  if (existsSync(to)) throw new Error(`${to} is there already: a backup is never written over another`);
}

type Sums = (list: readonly Checksum[]) => Promise<void>;

async function copyDatabases(wish: BackupWish, to: string, sums: Sums): Promise<Record<string, CopiedDatabase>> {
  const copied: Record<string, CopiedDatabase> = {};
  if (wish.databaseUrl !== null) {
    wish.said('dumping the database');
    // Loaded only where it is used.
    const { dumpPostgres } = await import('./dump-postgres.ts');
    copied[dumpName] = await dumpPostgres(wish.databaseUrl, to, wish.signal);
    await sums([{ path: dumpName, sha256: copied[dumpName].sha256 }]);
  }
  for (const name of databaseNames) {
    if (wish.store === 'postgres') continue;
    // An installation of accounts alone has no catalogue yet.
    if (!existsSync(join(wish.dataFolder, name))) continue;
    wish.said(`copying ${name}`);
    wish.signal?.throwIfAborted();
    copied[name] = await copyDatabase(join(wish.dataFolder, name), join(to, name));
    await sums([{ path: name, sha256: copied[name].sha256 }]);
  }
  return copied;
}

async function copyBeside(wish: BackupWish, to: string, sums: Sums): Promise<Manifest['files']> {
  let [count, bytes] = [0, 0];
  for (const name of wish.beside) {
    wish.said(`copying ${name}`);
    for await (const path of filesBeside(wish.dataFolder, name)) {
      wish.signal?.throwIfAborted();
      if (path.endsWith('/')) mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
      const copied = path.endsWith('/') ? null : await copyOne(wish.dataFolder, to, path);
      if (copied === null) continue;
      await sums([copied]);
      count++;
      bytes += copied.bytes;
    }
  }
  return { count, bytes };
}

const manifestOf = (
  { dataFolder, store, release, nowMs }: BackupWish,
  databases: Manifest['databases'],
  files: Manifest['files'],
  hasMasterKey: boolean,
): Manifest => ({
  format,
  version,
  release,
  made: new Date(nowMs).toISOString(),
  data_folder: dataFolder,
  store,
  has_master_key: hasMasterKey,
  databases,
  files,
});
