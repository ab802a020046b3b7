import { type Dirent, constants } from 'node:fs';
import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Checksum, checksumOf } from './checksums.ts';

/**
 * What lies in the data folder beside its databases and is worth keeping. Where an ingest had got to is not: the
 * catalogue in the backup is older than that, so it begins anew.
 */
export const besideNames = ['managed', 'ingest', 'mail', 'buckets', 'demo'] as const;
export type BesideName = (typeof besideNames)[number];

const places: Readonly<Record<BesideName, readonly string[]>> = {
  managed: ['managed'],
  ingest: ['ingest/home', 'ingest/jobs'],
  mail: ['mail'],
  buckets: ['buckets'],
  demo: ['demo', 'demo.json'],
};

/** What is being written: it has another name when it is whole. */
const isPassing = (entry: Dirent): boolean =>
  entry.isDirectory() ? entry.name === '.swath-uploads' : /\.(?:part|unfinished)$/.test(entry.name);

/** Files of one kind by their path in the folder; one that ends in a slash is a folder with nothing in it. */
export async function* filesBeside(folder: string, name: BesideName): AsyncGenerator<string> {
  for (const place of places[name]) yield* filesBelow(folder, place);
}

/** What goes away meanwhile is left out. */
async function* filesBelow(folder: string, place: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    if (isGone(error)) return undefined;
    throw error;
  });
  if (entries === undefined) return;
  if (entries === null) return yield place;
  if (entries.length === 0) return yield `${place}/`;
  for (const entry of entries.filter((each) => !isPassing(each)))
    if (entry.isDirectory()) yield* filesBelow(folder, `${place}/${entry.name}`);
    else if (entry.isFile()) yield `${place}/${entry.name}`;
}

/** Folders with nothing in them, which checksums do not list. */
export async function copyEmptyFolders(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = relative(from, join(entry.parentPath, entry.name));
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  }
}

export type CopiedFile = Checksum & { readonly bytes: number };

/** Copies, or shares what a file system can share; the checksum is read from the copy. Null where it has gone. */
export async function copyOne(from: string, to: string, path: string, as = path): Promise<CopiedFile | null> {
  const target = join(to, as);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await copyFile(join(from, path), target, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  const file = await open(target, 'r');
  try {
    await file.sync();
    return { path, sha256: await checksumOf(target), bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
