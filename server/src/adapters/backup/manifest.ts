import { PlatformError } from '../../shared/errors.ts';
import { join } from 'node:path';
import { readIfThere } from '../node/read-if-there.ts';

/** How many rows each table has. */
export type TableCounts = Readonly<Record<string, number>>;

export type CopiedDatabase = {
  readonly schema_version: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly tables: TableCounts;
  /** Of a dump, which is not opened to see whether a master key fits. */
  readonly wrapped_key?: string | null;
};

/** What a backup says of itself; members as they are written. */
export type Manifest = {
  readonly format: typeof format;
  readonly version: number;
  /** Of the program that made it. */
  readonly release: string;
  readonly made: string;
  /** Where it lay: items name files of the demo archive by their whole path. */
  readonly data_folder: string;
  /** `postgres`: the databases are one dump, or none where it was left to PostgreSQL's own means. */
  readonly store: 'sqlite' | 'postgres';
  readonly has_master_key: boolean;
  readonly databases: Readonly<Record<string, CopiedDatabase>>;
  readonly files: { readonly count: number; readonly bytes: number };
};

export const format = 'swath-backup';
export const version = 1;
export const manifestName = 'backup.json';
/** One line for each file, as `sha256sum --check` reads it. */
export const checksumsName = 'SHA256SUMS';
/** In this order: what an order speaks of was there before it. */
export const databaseNames = ['catalog.db', 'app.db'] as const;
export type DatabaseName = (typeof databaseNames)[number];
/** Of an installation on PostgreSQL, as pg_dump wrote it. */
export const dumpName = 'database.dump';

/** Of a backup that lies there whole: it gets its name last. */
export function readManifest(folder: string): Manifest {
  const text = readIfThere(join(folder, manifestName));
  if (text === null) throw new PlatformError('not_found', `there is no backup in ${folder}: it has no ${manifestName}`);
  const manifest = parsed(text);
  if (manifest?.format !== format) throw new Error(`${join(folder, manifestName)} is not what a backup says of itself`);
  if (manifest.version !== version)
    throw new Error(`the backup has format ${manifest.version}, this release knows ${version}`);
  return manifest;
}

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest | null;
  } catch {
    return null;
  }
}
