import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fitOfBackup } from '../../adapters/backup/key-fit.ts';
import { type Manifest, dumpName, readManifest } from '../../adapters/backup/manifest.ts';
import { checkBackup, restoreBackup } from '../../adapters/backup/restore-backup.ts';
import { readMasterKey } from '../../adapters/node/master-key.ts';
import { NewerSchema, latestVersion } from '../../adapters/sql/migrate.ts';
import { latestCatalogVersion } from '../../adapters/sqlite/catalog/migrations.ts';
import { type Config, readConfig } from '../../config.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type Command, exitCodes } from '../command.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { listenForStop } from '../until-stopped.ts';
import { databaseFacts } from './facts.ts';

const flags = { check: { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const restore: Command = {
  summary: 'Bring a backup back into an empty data folder',
  help: `swath restore FOLDER [flags]

Reads the backup in FOLDER (every checksum), copies it into the data folder (SWATH_DATA), and reads the databases there
through: integrity, the rows of every table. The data folder must hold nothing: an installation is never written over.
What is not complete is removed again, and the databases get their names last. A dump of PostgreSQL goes by pg_restore
into the database of SWATH_DATABASE_URL, which must be empty too, in one transaction; the rows of every table are counted.

The master key is SWATH_MASTER_KEY, else the one in the backup. One that does not open the backup is refused (exit
code 4). Where there is none, the data is restored all the same: put master.key beside it before the service starts.

A restored installation goes on where the backup was made: orders that ran then are delivered (again), and mails and
webhooks that waited then are sent (again, with the same ids).

  --check    only read the backup: nothing is restored
  --json     one JSON document

Examples:
  swath restore /backups/swath-monday --check
  SWATH_DATA=/srv/swath-new swath restore /backups/swath-monday`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['FOLDER'] });
    const config = readConfig(terminal.env);
    const from = resolve(positionals[0]!);
    const manifest = readManifest(from);
    requireKnown(manifest);
    if (!values.check) requireSameStore(config, manifest);
    // With the key of the settings, else that of the backup.
    const fit = await fitOfBackup(from, manifest, readMasterKey(from, config.SWATH_MASTER_KEY));
    if (fit === 'does not fit')
      throw new PlatformError('conflict', 'the master key does not open this backup: it was made with another one');
    const files = values.check ? await checkBackup(from, manifest) : null;
    if (!values.check) await restoreUntilStopped(from, manifest, config);
    const done = values.check ? { checked: files } : { data_folder: config.dataFolder };
    const { data_folder: madeIn, ...rest } = manifest;
    if (values.json) printJson(terminal, { folder: from, made_in: madeIn, ...rest, master_key: fit, ...done });
    else printFacts(terminal, { folder: from, ...databaseFacts(manifest) });
    if (!values.check && fit === 'missing')
      terminal.err(
        `there is no master key: put it into ${join(config.dataFolder, 'master.key')} before the service starts`,
      );
    if (!values.check && manifest.store === 'postgres' && !(dumpName in manifest.databases))
      terminal.err('the catalogue, accounts and orders are in PostgreSQL: restore its dump too');
    if (!values.check && existsSync(join(config.dataFolder, 'demo')) && madeIn !== config.dataFolder)
      terminal.err(
        `items of the demo archive name files in ${madeIn}: 'swath image relocate ${join(madeIn, 'demo')} ${join(config.dataFolder, 'demo')}' mends them`,
      );
    terminal.err(values.check ? 'the backup is whole' : `restored into ${config.dataFolder}`);
    return exitCodes.done;
  },
};

async function restoreUntilStopped(from: string, manifest: Manifest, config: Config): Promise<void> {
  const stop = listenForStop();
  const leave = new AbortController();
  void stop.signal.then(() => leave.abort(new Error('stopped: nothing is left of what was restored')));
  const { dataFolder, SWATH_DATABASE_URL: databaseUrl } = config;
  await restoreBackup(from, manifest, { dataFolder, databaseUrl, signal: leave.signal }).finally(() => stop.forget());
}

const known: Readonly<Record<string, number>> = {
  'app.db': latestVersion,
  'catalog.db': latestCatalogVersion,
  [dumpName]: latestVersion,
};

function requireSameStore(config: Config, { store }: Manifest): void {
  const here = config.SWATH_DATABASE_URL === null ? 'sqlite' : 'postgres';
  if (store !== here)
    throw new PlatformError(
      'conflict',
      store === 'sqlite'
        ? 'the backup holds its own app.db: restore it without SWATH_DATABASE_URL'
        : 'the backup is of an installation on PostgreSQL: set SWATH_DATABASE_URL',
    );
}

function requireKnown({ databases }: Manifest): void {
  for (const [name, { schema_version: version }] of Object.entries(databases)) {
    const latest = known[name] ?? 0;
    if (version > latest)
      throw new NewerSchema(`${name} of the backup has schema version ${version}, this release knows ${latest}`);
  }
}
