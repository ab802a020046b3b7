import { existsSync, statSync } from 'node:fs';
import { integrityProblem, onDatabase } from '../../../adapters/backup/copy-database.ts';
import { latestVersion } from '../../../adapters/sql/migrate.ts';
import { latestCatalogVersion } from '../../../adapters/sqlite/catalog/migrations.ts';
import { type Connection, unavailableReason } from '../../../adapters/sqlite/driver.ts';
import { versionOf } from '../../../adapters/sqlite/schema-version.ts';
import { catalogFile } from '../../../open-catalog.ts';
import { errorText } from '../../../shared/error-text.ts';
import { sqliteFile } from '../../installation.ts';
import { catalogueVersionIn, schemaVersion } from '../../schema-version.ts';
import { type Check, type Finding, error, ok, warning } from '../finding.ts';

const restore = `stop the service, move the data folder away, and 'swath restore' the last backup`;
const gibibyte = 2 ** 30;

/** Schema versions and the soundness of what lies on the disk. */
export const databasesCheck: Check = async ({ config, isThorough }) => {
  if (config.SWATH_DATABASE_URL !== null) return postgresFindings(config);
  const anew = `'swath reindex', and if that fails ${restore}`;
  return [
    ...fileFindings('app.db', sqliteFile(config), latestVersion, isThorough, restore),
    ...fileFindings('catalog.db', catalogFile(config), latestCatalogVersion, isThorough, anew),
  ];
};

function fileFindings(
  name: string,
  file: string,
  latest: number,
  isThorough: boolean,
  mend: string,
): readonly Finding[] {
  if (!existsSync(file))
    return [
      warning(name, 'it is not there yet', `'swath serve' makes it; an installation that had one needs its backup`),
    ];
  try {
    return onDatabase(file, (connection) => {
      const version = versionOf(connection);
      return [
        versionFinding(name, version, latest),
        soundness(name, connection, isThorough, mend),
        // An upgrade that is under way has a long log.
        ...(version < latest ? [] : logFinding(name, `${file}-wal`)),
      ];
    });
  } catch (problem) {
    if (unavailableReason(problem) === 'the database is busy')
      return [
        warning(name, 'a process has it for itself', 'an upgrade or an ingest of a large file: look again after it'),
      ];
    return [error(name, `it cannot be read: ${errorText(problem)}`, mend)];
  }
}

function soundness(name: string, connection: Connection, isThorough: boolean, mend: string): Finding {
  const quick = () => (connection.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }).quick_check;
  const problem = isThorough ? integrityProblem(connection) : quick() === 'ok' ? null : quick();
  if (problem !== null) return error(name, `it is damaged: ${problem}`, mend);
  const foreign = connection.prepare('PRAGMA foreign_key_check').get();
  if (foreign !== undefined) return error(name, 'rows refer to others that are gone', mend);
  return ok(name, isThorough ? 'every page, index and row fits' : `every page fits ('--all' compares the indexes too)`);
}

function versionFinding(name: string, version: number, latest: number): Finding {
  if (version > latest)
    return error(
      name,
      `its schema ${version} is of a later release: this one knows ${latest}`,
      'start the later release, or restore a backup from before the upgrade',
    );
  if (version < latest)
    return warning(
      name,
      `its schema ${version} is behind: ${latest} is current`,
      `'swath migrate', or start the service`,
    );
  return ok(name, `schema ${version} is current`);
}

/** It is taken into the file when nobody reads any more: one that grows has a reader that never ends. */
function logFinding(name: string, file: string): readonly Finding[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size < gibibyte
    ? []
    : [
        warning(
          name,
          `its log has grown to ${Math.round(size / 1e6)} MB`,
          'restart the service: something reads for very long',
        ),
      ];
}

async function postgresFindings(config: Parameters<Check>[0]['config']): Promise<readonly Finding[]> {
  try {
    const { catalogMigrations } = await import('../../../adapters/postgres/catalog/migrations.ts');
    const catalogue = await catalogueVersionIn(config.SWATH_DATABASE_URL!);
    return [
      versionFinding('PostgreSQL', await schemaVersion(config), latestVersion),
      versionFinding('catalogue in PostgreSQL', catalogue, catalogMigrations.length),
      ...(await replicaFindings(config, catalogue)),
    ];
  } catch (problem) {
    return [error('PostgreSQL', errorText(problem), 'look at SWATH_DATABASE_URL, at the server and at the way to it')];
  }
}

/** Searches are answered there or nowhere. */
async function replicaFindings(
  { SWATH_SEARCH_DATABASE_URL: url }: Parameters<Check>[0]['config'],
  ofPrimary: number,
): Promise<readonly Finding[]> {
  if (url === null) return [];
  try {
    const version = await catalogueVersionIn(url);
    if (version === ofPrimary) return [ok('replica', 'it answers, and has the schema of the primary')];
    const text = `its catalogue has schema ${version}, that of the primary ${ofPrimary}`;
    return [error('replica', text, 'look at the replication: is it of this primary, and does it follow?')];
  } catch (problem) {
    const mend = 'look at SWATH_SEARCH_DATABASE_URL and at that server: searches are 503 until it answers';
    return [error('replica', errorText(problem), mend)];
  }
}
