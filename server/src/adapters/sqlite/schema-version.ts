import type { Connection } from './driver.ts';

/** Of the file as it lies there; 0 where nothing was made yet. */
export function versionOf(connection: Connection): number {
  const isMade = connection.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'schema_version'`).get() !== undefined;
  if (!isMade) return 0;
  const found = connection.prepare('SELECT MAX(version) AS version FROM schema_version').get();
  return (found as { version: number | null }).version ?? 0;
}
