import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type NewKey = { readonly key: Buffer; readonly isGenerated: boolean };

/** The key in the file; one is made when there is no file, and is safely on the disk before anything depends on it. */
export function readOrMakeKey(file: string): NewKey {
  const isGenerated = !existsSync(file);
  if (isGenerated) {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    syncFolder(dirname(file));
  }
  return { key: parseKey(readFileSync(file, 'utf8').trim(), file), isGenerated };
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

function parseKey(text: string, file: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== 32)
    throw new Error(`${file} does not hold a key: it must be 32 bytes, as 64 hex digits or base64`);
  return key;
}
