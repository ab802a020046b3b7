import { PlatformError } from '../../shared/errors.ts';
import { type FileLock, tryLock } from '../sqlite/file-lock.ts';

/** The file stays, for the next run. */
export function takeRun(file: string): FileLock {
  const lock = tryLock(file);
  if (lock === null)
    throw new PlatformError('conflict', 'another ingest of this source into this collection runs already');
  return lock;
}
