import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key that wraps the data key: from the settings, else from a file of the data folder that only its owner can read. */
export function readMasterKey(dataFolder: string, fromSettings: string | null): Buffer {
  if (fromSettings !== null) return Buffer.from(fromSettings, 'base64');
  const file = join(dataFolder, 'master.key');
  const text = readIfThere(file) ?? createOnce(file);
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error('master.key in the data folder is damaged: it must hold 32 bytes as base64');
  return key;
}

export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Written aside and linked into place: a kill leaves no half key, and of two starts one wins. */
function createOnce(file: string): string {
  const text = `${randomBytes(32).toString('base64')}\n`;
  const aside = `${file}.${process.pid}`;
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

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
