import { type SchemaReport, migrate } from '../../sql/migrate.ts';
import type { Connection } from '../driver.ts';
import { versionOf } from '../schema-version.ts';
import { exclusivelyOn } from '../serve-writes.ts';
import { catalogMigrations } from './migrations.ts';

const notice =
  'the catalogue is written in the form of this release, which takes about a minute for a million items; it is there after that';

/** Brings the schema up to this release; `told` hears what somebody who waits should know. */
export async function upgradeCatalogue(connection: Connection, told: (notice: string) => void): Promise<SchemaReport> {
  if (!isWrittenAnew(connection)) return migrate('sqlite', exclusivelyOn(connection), catalogMigrations);
  told(notice);
  const [before] = Object.values(connection.prepare('PRAGMA temp_store').get() as Record<string, number>);
  // SQLite keeps copies of what a statement changes: of whole tables, not in memory.
  connection.exec('PRAGMA temp_store = FILE');
  const report = await migrate('sqlite', exclusivelyOn(connection), catalogMigrations);
  connection.exec(`PRAGMA temp_store = ${before}`);
  return report;
}

/** Whether this release writes whole tables of the file anew. */
const isWrittenAnew = (connection: Connection): boolean => willDo(connection, 'writesAnew');

/** Whether processes of an earlier release cannot go on after the upgrade. */
export const endsEarlierReleases = (connection: Connection): boolean => willDo(connection, 'endsEarlierReleases');

/** Not where nothing is there yet. */
function willDo(connection: Connection, what: 'writesAnew' | 'endsEarlierReleases'): boolean {
  const version = versionOf(connection);
  return version > 0 && catalogMigrations.some((step) => step[what] && step.version > version);
}
