import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { auditEntry, operator } from '../accounts/audit.ts';
import { missingMasterKey, readMasterKey } from '../adapters/node/master-key.ts';
import { createAuditLog } from '../adapters/sql/accounts/audit-log.ts';
import type { Database } from '../adapters/sql/database.ts';
import { createVaultStore } from '../adapters/sql/vault-store.ts';
import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../shared/clock.ts';
import type { VaultStore } from '../vault/ports.ts';
import { WrongMasterKey, openVault, rewrapVault } from '../vault/vault.ts';
import { type Command, UsageError, exitCodes } from './command.ts';
import { masterKeyFile, requireInstallation, withDatabase } from './installation.ts';
import { readOrMakeKey } from './new-key-file.ts';
import { printFacts, printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';
import { shellQuoted } from './shell-quoted.ts';

export const rekey: Command = {
  summary: 'Put the data key under a new master key',
  help: `swath rekey --new-key-file FILE [--json]

Wraps the installation's data key under the master key in FILE. Nothing that is sealed changes, so API keys
and tokens go on working; a running service goes on too and needs the new key at its next start.
FILE holds 32 bytes as base64 or 64 hex digits; when it does not exist a key is made there (mode 0600).
The present key is SWATH_MASTER_KEY, else master.key in the data folder.

At every moment exactly one of the two keys opens the installation; run it again when in doubt: it says which.
To finish, hand the new key to the service, one of
  - mv FILE DATA/master.key
  - set SWATH_MASTER_KEY_FILE=FILE
Keep the old key as long as you keep backups from before: they open with it alone.

Examples:
  swath rekey --new-key-file /srv/swath/master.key.new && mv /srv/swath/master.key.new /srv/swath/master.key
  swath rekey --new-key-file /run/secrets/swath-master-key`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, {
      flags: { 'new-key-file': { type: 'string' }, json: { type: 'boolean' } },
      required: ['new-key-file'],
    });
    const config = readConfig(terminal.env);
    const file = resolve(values['new-key-file']!);
    requireInstallation(config);
    if (file === masterKeyFile(config)) throw new UsageError(`--new-key-file is the present key's own file`);
    const outcome = await withDatabase(config, (database) => rewrap(config, database, file));
    const report = { new_key_file: file, ...outcome };
    if (values.json) printJson(terminal, report);
    else
      printFacts(terminal, {
        'new key file': file,
        'key was made': outcome.generated ? 'yes' : 'no',
        'was already done': outcome.already_done ? 'yes' : 'no',
      });
    terminal.err(`the installation opens with the key in ${file} alone now; ${lastStep(config, file)}`);
    return exitCodes.done;
  },
};

async function rewrap(config: Config, database: Database, file: string) {
  const store = createVaultStore(database);
  const present = readMasterKey(config.dataFolder, config.SWATH_MASTER_KEY);
  if (present === null) throw missingMasterKey(config.dataFolder);
  // A key is made only when the present one fits.
  if (!existsSync(file)) await openVault(store, present);
  const { key, isGenerated } = readOrMakeKey(file);
  if (key.equals(present)) throw new UsageError('--new-key-file holds the present key');
  if (await opens(store, key)) return { generated: false, already_done: true };
  if (!(await rewrapVault(store, present, key))) throw new Error('the data key changed meanwhile: run it again');
  await createAuditLog(database).append(auditEntry(operator, systemClock.nowMs(), 'vault.rekey', null));
  return { generated: isGenerated, already_done: false };
}

async function opens(store: VaultStore, key: Buffer): Promise<boolean> {
  try {
    await openVault(store, key);
    return true;
  } catch (error) {
    if (error instanceof WrongMasterKey) return false;
    throw error;
  }
}

const lastStep = (config: Config, file: string): string =>
  config.SWATH_MASTER_KEY === null
    ? `before the next start: mv ${shellQuoted(file)} ${shellQuoted(masterKeyFile(config))}`
    : `before the next start: set SWATH_MASTER_KEY or SWATH_MASTER_KEY_FILE to it`;
