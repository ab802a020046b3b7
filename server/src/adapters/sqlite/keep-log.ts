import { type Connection, unavailableReason, usualPatienceMs } from './driver.ts';

const pauseMs = 5;

/** For a connection that writes: what it commits is in the log, and on disk. */
export function keepLog(connection: Connection, patienceMs = usualPatienceMs): void {
  switchToLog(connection, patienceMs);
  // The binding's default is NORMAL, which may lose acknowledged writes when the power fails.
  connection.exec('PRAGMA synchronous = FULL');
}

/**
 * Where another connection writes before the file has a log, as when several processes make it at the same moment, SQLite
 * refuses at once instead of waiting for it: then it is tried again.
 */
function switchToLog(connection: Connection, patienceMs: number): void {
  const untilMs = performance.now() + patienceMs;
  for (;;)
    try {
      return connection.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if (unavailableReason(error) !== 'the database is busy' || performance.now() >= untilMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
}
