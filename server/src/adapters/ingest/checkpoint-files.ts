import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, CheckpointKey } from '../../ingest/checkpoint.ts';
import type { CheckpointStore } from '../../ingest/ports.ts';
import { takeRun } from './run-lock.ts';
import { writeWhole } from '../node/write-whole.ts';

/** A small file for each source and collection, gone when all is in; `namesFile` says which were written here. */
export function createCheckpointFiles(folder: string, namesFile?: string): CheckpointStore {
  const named = new Set<string>();
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
      const name = nameOf(checkpoint);
      if (namesFile !== undefined && !named.has(name)) await appendFile(namesFile, `${name}\n`, { mode: 0o600 });
      named.add(name);
      // The address of a source may hold secrets.
      await writeWhole(fileOf(checkpoint), (sink) => sink.write(Buffer.from(JSON.stringify(checkpoint))), 0o600);
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

/** Removes those that a names file tells of and that nobody wrote since; another ingest of the source may go on with one. */
export async function removeNamedCheckpoints(
  folder: string,
  namesFile: string,
  writtenBeforeMs: number,
): Promise<void> {
  const text = await readFile(namesFile, 'utf8').catch(() => '');
  for (const name of text.split('\n').filter((line) => /^[0-9a-f]{32}$/.test(line))) {
    const file = join(folder, `${name}.json`);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < writtenBeforeMs) await rm(file, { force: true });
  }
}
