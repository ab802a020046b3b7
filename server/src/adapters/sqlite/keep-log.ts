import { type Connection, unavailableReason, usualPatienceMs } from './driver.ts';

const pauseMs = 5;

/**
 * Has the file keep a log, from its first connection on. Where another one writes before the file has a log, as when several
 * processes make it at the same moment, SQLite refuses at once instead of waiting for it: then it is tried again.
 */
export function keepLog(connection: Connection, patienceMs = usualPatienceMs): void {
  const untilMs = performance.now() + patienceMs;
  for (;;)
    try {
      return connection.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if (unavailableReason(error) !== 'the database is busy' || performance.now() >= untilMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
}
