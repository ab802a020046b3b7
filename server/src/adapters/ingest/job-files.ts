import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobFiles } from '../../ingest/jobs/ports.ts';
import { sourceKinds } from '../../ingest/source-kinds.ts';
import { PlatformError } from '../../shared/errors.ts';
import { removeNamedCheckpoints } from './checkpoint-files.ts';
import { type RoomLimits, bounded, requireRoom } from './download.ts';
import { explainFullDisk } from '../node/full-disk.ts';
import { liesIn, nearestThere } from './file-tree.ts';

export type JobFileOptions = RoomLimits & {
  readonly dataFolder: string;
  /** Where paths may lead, links followed. */
  readonly roots: readonly string[];
};

export const jobsFolder = (dataFolder: string): string => join(dataFolder, 'ingest', 'jobs');
export const rejectsFile = (dataFolder: string, id: string): string =>
  join(jobsFolder(dataFolder), id, 'rejects.ndjson');
export const checkpointNamesFile = (dataFolder: string, id: string): string =>
  join(jobsFolder(dataFolder), id, 'checkpoints');

/** A folder for each job: its rejects, and what was uploaded for it. */
export function createJobFiles({ dataFolder, roots, ...limits }: JobFileOptions): JobFiles {
  const folderOf = (id: string) => join(jobsFolder(dataFolder), id);
  const home = homeOf(dataFolder);
  return {
    home,
    uploadHome: home,
    homes: [home],
    kinds: sourceKinds,
    async takeUpload(id, ending, body, announced) {
      const folder = folderOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `upload.${ending}`);
      try {
        await requireRoom(folder, announced ?? 0, limits);
        const chunks = bounded(body, limits, 'the body', folder);
        await pipeline(chunks, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }));
        await rename(`${path}.part`, path);
        return path;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw explainFullDisk(error);
      }
    },
    async forgetUpload(id) {
      const names = await readdir(folderOf(id)).catch(() => []);
      for (const name of names.filter((each) => each.startsWith('upload.')))
        await rm(join(folderOf(id), name), { force: true });
    },
    async rejects(id) {
      const path = rejectsFile(dataFolder, id);
      const found = await stat(path).catch(() => null);
      if (found === null || found.size === 0) return null;
      return { byteLength: found.size, read: (start, end) => createReadStream(path, { start, end: end - 1 }) };
    },
    async checkPlace(path) {
      const outside = new PlatformError(
        'invalid_parameters',
        `'source' must be a path below a folder of SWATH_ARCHIVE_ROOTS or SWATH_INGEST_ROOTS`,
      );
      if (!isAbsolute(path)) throw outside;
      const there = await nearestThere(path);
      // Whether it is there is told of what may be read alone.
      if (!(await liesIn(there, roots).catch(() => false))) throw outside;
      if (there !== path) throw new PlatformError('invalid_parameters', `'source' names nothing: there is no ${path}`);
      return (await stat(path).catch(() => null))?.isDirectory() === true ? 'folder' : 'file';
    },
    async untouchedSince(ms) {
      const names = await readdir(jobsFolder(dataFolder)).catch(() => []);
      const ids = names.filter((name) => isJobId.test(name));
      const touched = await Promise.all(ids.map((id) => lastTouchedMs(folderOf(id))));
      return ids.filter((_, i) => touched[i]! < ms);
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
    removeCheckpoints: (id, writtenBeforeMs) =>
      removeNamedCheckpoints(join(dataFolder, 'ingest'), checkpointNamesFile(dataFolder, id), writtenBeforeMs),
  };
}

/** Nothing else is taken for a folder of a job. */
const isJobId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of what lies in it too: a folder does not change while a file in it grows. */
async function lastTouchedMs(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map((path) => stat(path).catch(() => null)),
  );
  return Math.max(...found.map((each) => each?.mtimeMs ?? 0));
}

/** Made once and kept with the data, wherever that is moved. */
function homeOf(dataFolder: string): string {
  const folder = join(dataFolder, 'ingest');
  const file = join(folder, 'home');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
