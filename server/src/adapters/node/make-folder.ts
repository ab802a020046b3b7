import { mkdirSync } from 'node:fs';

/** A folder for this user alone, with those above it that are missing. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // So it is said of a file system that can only be read too: the plain call says what it is.
    mkdirSync(folder, { mode: 0o700 });
  }
}
