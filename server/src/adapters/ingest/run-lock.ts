import { PlatformError } from '../../shared/errors.ts';
import { connect, unavailableReason } from '../sqlite/driver.ts';

/** The lock is the operating system's: it goes when the process does. The file stays, for the next run. */
export function takeRun(file: string): { release(): void } {
  const connection = connect(file, { busyTimeoutMs: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (unavailableReason(error) !== 'the database is busy') throw error;
    throw new PlatformError('conflict', 'another ingest of this source into this collection runs already');
  }
  return { release: () => connection.close() };
}
