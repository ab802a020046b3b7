import { type Connection, connect, unavailableReason } from './driver.ts';

export type FileLock = { release(): void };

const held = new Set<Connection>();

/** Whoever forgets a lock keeps it: a connection that nobody knows is closed when it is collected, and lets go. */
export function hold(connection: Connection): FileLock {
  held.add(connection);
  return { release: () => void (held.delete(connection) && connection.close()) };
}

/** Null where somebody else has it. The lock is the operating system's: it goes when the process does. The file stays. */
export function tryLock(file: string): FileLock | null {
  const connection = connect(file, { busyTimeoutMs: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return hold(connection);
  } catch (error) {
    connection.close();
    if (unavailableReason(error) === 'the database is busy') return null;
    throw error;
  }
}
