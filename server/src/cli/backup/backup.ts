import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { besideNames } from '../../adapters/backup/copy-files.ts';
import { type KeyFit, fitOfBackup } from '../../adapters/backup/key-fit.ts';
import { makeBackup } from '../../adapters/backup/make-backup.ts';
import { type Manifest, dumpName, manifestName } from '../../adapters/backup/manifest.ts';
import { readMasterKey } from '../../adapters/node/master-key.ts';
import { releaseVersion } from '../../adapters/node/release.ts';
import { type Config, readConfig } from '../../config.ts';
import { systemClock } from '../../shared/clock.ts';
import { isBelow } from '../../shared/is-below.ts';
import { type Command, type Terminal, UsageError, exitCodes } from '../command.ts';
import { requireDatabase } from '../installation.ts';
import { printFacts, printJson } from '../print.ts';
import { asChoice, readArguments } from '../read-arguments.ts';
import { listenForStop } from '../until-stopped.ts';
import { databaseFacts } from './facts.ts';

const flags = {
  without: { type: 'string', multiple: true },
  'with-master-key': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const databaseChoice = 'database';

export const backup: Command = {
  summary: 'Copy an installation while it runs, and read the copy again',
  help: `swath backup FOLDER [flags]

Copies the databases, each as it is at one moment, and the files beside them, while the service goes on. The copy is
read through before it gets its name: integrity, the rows of every table, a checksum of every file (SHA256SUMS, which
'sha256sum --check' reads too). In a folder that is there already, the backup becomes a folder with the time as its name.

The master key is NOT in it, unless asked for: without it nobody can read API keys and other secrets in the backup, and
neither can you. Keep master.key (or SWATH_MASTER_KEY) in another place.
With SWATH_DATABASE_URL the database is dumped by pg_dump, which must be installed and no older than the server; where it
is backed up by other means, '--without database' copies the files of the data folder alone. Objects of
SWATH_MANAGED_BUCKET are not in it.

  --without NAME       leave files out: ${besideNames.join(', ')}; on PostgreSQL also the database; may be given
                       several times
  --with-master-key    put master.key into it: whoever has the backup then has everything
  --json               one JSON document

Examples:
  swath backup /backups/swath-monday
  swath backup /backups --without buckets --without demo
  SWATH_DATA=/srv/swath swath backup /backups --json`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['FOLDER'] });
    const without = (values.without ?? []).map((name) => asChoice('--without', name, [...besideNames, databaseChoice]));
    const config = readConfig(terminal.env);
    if (config.SWATH_DATABASE_URL === null && without.includes(databaseChoice))
      throw new UsageError('--without database is for installations on PostgreSQL');
    requireDatabase(config);
    const to = placeOf(resolve(positionals[0]!), config);
    const stop = listenForStop();
    const leave = new AbortController();
    void stop.signal.then(() => leave.abort(new Error('stopped: nothing is left of this backup')));
    const manifest = await makeBackup({
      dataFolder: config.dataFolder,
      to,
      store: config.SWATH_DATABASE_URL === null ? 'sqlite' : 'postgres',
      databaseUrl: without.includes(databaseChoice) ? null : config.SWATH_DATABASE_URL,
      beside: besideNames.filter((name) => !without.includes(name)),
      withMasterKey: values['with-master-key'] === true,
      release: releaseVersion(),
      nowMs: systemClock.nowMs(),
      signal: leave.signal,
      said: values.json ? () => {} : terminal.err,
    }).finally(() => stop.forget());
    const key = readMasterKey(config.dataFolder, config.SWATH_MASTER_KEY);
    const fit = await fitOfBackup(to, manifest, key);
    if (values.json) printJson(terminal, { folder: to, master_key: fit, ...manifest });
    else printFacts(terminal, { folder: to, ...databaseFacts(manifest) });
    tellOfKey(terminal, config, manifest, fit);
    return exitCodes.done;
  },
};

/** A new name in a folder of backups, or the folder itself where there is none. */
function placeOf(given: string, { dataFolder }: Config): string {
  // By whatever link: each backup would hold all those before it.
  if (isBelow(realOf(dataFolder), realOf(given))) throw new UsageError('FOLDER lies in the data folder itself');
  if (!existsSync(given) || existsSync(join(given, manifestName))) return given;
  const time = new Date(systemClock.nowMs()).toISOString().slice(0, 19).replaceAll(':', '-');
  return join(given, `swath-${time}Z`);
}

/** Where a path leads, also one that is yet to be made. */
const realOf = (path: string): string =>
  existsSync(path) || dirname(path) === path ? realpathSync(path) : join(realOf(dirname(path)), basename(path));

function tellOfKey({ err }: Terminal, config: Config, manifest: Manifest, fit: KeyFit | null): void {
  if (manifest.has_master_key) err('the master key is in the backup: whoever has it can read every secret');
  else if (config.SWATH_MASTER_KEY === null)
    err(
      `the master key is not in the backup: keep a copy of ${join(config.dataFolder, 'master.key')} in another place`,
    );
  else err('the master key is not in the backup: keep what SWATH_MASTER_KEY holds in another place');
  if (fit === 'does not fit' || fit === 'missing')
    err(
      `WARNING: the present master key ${fit === 'missing' ? 'is missing' : 'does not open this database'}: secrets in it are lost without the right one`,
    );
  if (manifest.store === 'postgres' && !(dumpName in manifest.databases))
    err('the catalogue, accounts and orders are in PostgreSQL and not in the backup: run pg_dump now');
}
