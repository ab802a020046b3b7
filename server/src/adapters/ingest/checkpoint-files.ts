import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, CheckpointKey } from '../../ingest/checkpoint.ts';
import type { CheckpointStore } from '../../ingest/ports.ts';
import { takeRun } from './run-lock.ts';
import { writeWhole } from '../tiff/write/file-sink.ts';

/** A small file for each source and collection, gone when all is in. */
export function createCheckpointFiles(folder: string): CheckpointStore {
  const fileOf = (key: CheckpointKey, ending = 'json') => join(folder, `${nameOf(key)}.${ending}`);
  const makeFolder = () => void mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    async hold(key) {
      makeFolder();
      return takeRun(fileOf(key, 'lock'));
    },
    async read(key) {
      const text = await readFile(fileOf(key), 'utf8').catch(() => null);
      return text === null ? null : parsed(text, key);
    },
    async write(checkpoint) {
      makeFolder();
      await writeWhole(fileOf(checkpoint), (sink) => sink.write(Buffer.from(JSON.stringify(checkpoint))));
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

const nameOf = ({ source, collection }: CheckpointKey): string =>
  createHash('sha256')
    .update(JSON.stringify([source, collection]))
    .digest('hex')
    .slice(0, 32);

/** One that somebody's hand broke is as good as none. */
function parsed(text: string, { source, collection }: CheckpointKey): Checkpoint | null {
  try {
    const checkpoint = JSON.parse(text) as Checkpoint | null;
    return checkpoint?.source === source && checkpoint.collection === collection ? checkpoint : null;
  } catch {
    return null;
  }
}
