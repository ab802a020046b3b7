import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMasterKey } from '../../shared/master-key-text.ts';
import { readIfThere } from './read-if-there.ts';

/** The key that wraps the data key: from the settings, else from a file that only its owner can read; null: there is none. */
export function readMasterKey(dataFolder: string, fromSettings: string | null): Buffer | null {
  if (fromSettings !== null) return parseMasterKey(fromSettings);
  const file = fileIn(dataFolder);
  const text = readIfThere(file);
  if (text === null) return null;
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return keyOf(text, file);
}

/** For an installation that has sealed nothing yet; of two starts at once both get the same key. */
export function makeMasterKey(dataFolder: string): Buffer {
  const file = fileIn(dataFolder);
  return keyOf(createOnce(file), file);
}

/** Sealed data needs the very key it was sealed with: a new one would only hide that the old one is gone. */
export const missingMasterKey = (dataFolder: string): Error =>
  new Error(
    `there is no master.key in ${dataFolder}, and what its database holds is sealed with one: bring that file back from your backup, or give the key as SWATH_MASTER_KEY or SWATH_MASTER_KEY_FILE`,
  );

const fileIn = (dataFolder: string): string => join(dataFolder, 'master.key');

function keyOf(text: string, file: string): Buffer {
  try {
    return parseMasterKey(text);
  } catch (error) {
    throw new Error(`${file} is damaged: the key in it ${(error as Error).message}`, { cause: error });
  }
}

/** Written aside and linked into place: a kill leaves no half key, and of two starts one wins. */
function createOnce(file: string): string {
  const text = `${randomBytes(32).toString('base64')}\n`;
  // Not by the number of the process: two containers on one folder have the same.
  const aside = `${file}.${randomUUID()}`;
  writeFileSync(aside, text, { mode: 0o600, flush: true });
  try {
    linkSync(aside, file);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(aside, { force: true });
  }
}
