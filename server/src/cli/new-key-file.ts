import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseMasterKey } from '../shared/master-key-text.ts';

export type NewKey = { readonly key: Buffer; readonly isGenerated: boolean };

/** The key in the file; one is made when there is no file, and is safely on the disk before anything depends on it. */
export function readOrMakeKey(file: string, write = writeFileSync): NewKey {
  const isGenerated = !existsSync(file);
  if (isGenerated) {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      write(descriptor, `${randomBytes(32).toString('base64')}\n`, { flush: true });
    } catch (error) {
      // Half a key would be taken for one by the next run.
      rmSync(file, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
    syncFolder(dirname(file));
  }
  return { key: keyOf(file), isGenerated };
}

/** The entry in the folder must survive a power failure too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function keyOf(file: string): Buffer {
  const text = readFileSync(file, 'utf8');
  try {
    return parseMasterKey(text);
  } catch (error) {
    throw new Error(`the key in ${file} ${(error as Error).message}`, { cause: error });
  }
}
