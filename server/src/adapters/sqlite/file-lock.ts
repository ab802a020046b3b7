import { connect, unavailableReason } from './driver.ts';

export type FileLock = { release(): void };

/** Null where somebody else has it. The lock is the operating system's: it goes when the process does. The file stays. */
export function tryLock(file: string): FileLock | null {
  const connection = connect(file, { busyTimeoutMs: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (unavailableReason(error) === 'the database is busy') return null;
    throw error;
  }
}
