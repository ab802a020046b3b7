import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../adapters/node/data-folder.ts';
import type { Database } from '../adapters/sql/database.ts';
import { type Config, readConfig } from '../config.ts';
import type { AccountsService } from '../compose.ts';
import { silentLog } from '../shared/log.ts';
import type { Terminal } from './command.ts';

/** The service's use cases on the data of the settings, also beside a running `serve`: this takes no lock. */
export async function withInstallation<T>(
  terminal: Terminal,
  use: (service: AccountsService) => Promise<T>,
  { mayMake = false }: { readonly mayMake?: boolean } = {},
): Promise<T> {
  const config = readConfig(terminal.env);
  if (!mayMake) requireInstallation(config);
  else if (!hasDatabase(config)) terminal.err(`making a new installation in ${config.dataFolder}`);
  // Loaded when needed: help and wrong use answer without it.
  const { composeAccounts } = await import('../compose.ts');
  const installation = await composeAccounts(config, silentLog);
  try {
    return await use(installation.service);
  } finally {
    await installation.close();
  }
}

/** The database alone, brought up to date: needs and makes no master key. */
export async function withDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  makeDataFolder(config.dataFolder);
  const { openDatabase } = await import('../open-database.ts');
  const database = await openDatabase(config, silentLog);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** A mistyped folder must not become a new, empty installation. */
export function requireInstallation(config: Config): void {
  const { dataFolder } = config;
  requireDatabase(config);
  if (config.SWATH_MASTER_KEY === null && !isThere(masterKeyFile(config)))
    throw new Error(
      `there is no master.key in ${dataFolder}: bring it back or give SWATH_MASTER_KEY (a new installation gets one from 'swath serve' or 'swath account add')`,
    );
}

export function requireDatabase(config: Config): void {
  if (hasDatabase(config)) return;
  throw new Error(
    `there is no installation in ${config.dataFolder}: SWATH_DATA names its folder, 'swath serve' makes one`,
  );
}

export const sqliteFile = ({ dataFolder }: Config): string => join(dataFolder, 'app.db');
export const masterKeyFile = ({ dataFolder }: Config): string => join(dataFolder, 'master.key');

const hasDatabase = (config: Config): boolean => config.SWATH_DATABASE_URL !== null || isThere(sqliteFile(config));

/** Throws where this user may not look: that is no missing file. */
export const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;
