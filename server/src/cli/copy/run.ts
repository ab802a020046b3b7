import { existsSync } from 'node:fs';
import { openPostgres } from '../../adapters/postgres/open.ts';
import { leaveMark } from '../../adapters/postgres/moving/copy-mark.ts';
import { lookAtTarget } from '../../adapters/postgres/moving/target-state.ts';
import { type CopiedTable, copyTables } from '../../adapters/postgres/moving/copy-tables.ts';
import { readOwnCollections } from '../../adapters/sqlite/catalog/collections/own-collections.ts';
import { lockDataFolder } from '../../adapters/sqlite/data-folder-lock.ts';
import { connect } from '../../adapters/sqlite/driver.ts';
import { openSqlite } from '../../adapters/sqlite/open.ts';
import { type Config, readConfig } from '../../config.ts';
import { catalogFile, openCatalog, openCatalogAsDeclared } from '../../open-catalog.ts';
import { noticesTo, silentLog } from '../../shared/log.ts';
import { type Terminal, UsageError, exitCodes } from '../command.ts';
import { masterKeyFile, sqliteFile } from '../installation.ts';
import { counted, printFacts, printJson } from '../print.ts';
import { listenForStop } from '../until-stopped.ts';
import { type CopyWatch, copyCatalog } from './copy-items.ts';
import { copyManagedFiles } from './copy-managed.ts';
import { moveFeeds } from './move-feeds.ts';

export type CopyWishes = {
  readonly isCatalogueAlone: boolean;
  readonly isProgressTold: boolean;
  readonly isJson: boolean;
};

type Copied = {
  readonly tables: readonly CopiedTable[];
  readonly collections: number;
  readonly items: number;
  readonly files: number;
};

/** Copies, compares, tells what is there now; resolves to the exit code. */
export async function runCopy(
  { isCatalogueAlone, isProgressTold, isJson }: CopyWishes,
  terminal: Terminal,
): Promise<number> {
  const config = readConfig(terminal.env);
  const { SWATH_DATABASE_URL: url } = config;
  if (url === null) throw new UsageError('SWATH_DATABASE_URL is missing: it names the target');
  const file = isCatalogueAlone ? catalogFile(config) : sqliteFile(config);
  if (!existsSync(file)) throw new Error(`there is no embedded database in ${config.dataFolder}`);
  const lock = await lockDataFolder(config.dataFolder);
  const stop = listenForStop();
  let isStopping = false;
  void stop.signal.then(() => (isStopping = true));
  const watch: CopyWatch = {
    isStopping: () => isStopping,
    progressed: (items) => isProgressTold && items % 10_000 === 0 && terminal.err(`${counted(items, 'item')} copied`),
  };
  try {
    const copied = await copyAll(config, url, { isCatalogueAlone, watch, said: terminal.err });
    if (isJson) printJson(terminal, copied);
    else printFacts(terminal, asFacts(copied));
    terminal.err(`all of it was read back and is the same; ${nextStep(config)}`);
    return exitCodes.done;
  } finally {
    stop.forget();
    await lock.release();
  }
}

type How = { readonly isCatalogueAlone: boolean; readonly watch: CopyWatch; readonly said: (notice: string) => void };

async function copyAll(config: Config, url: string, { isCatalogueAlone, watch, said }: How): Promise<Copied> {
  // Both have the schema of this release.
  await (await openPostgres(url)).close();
  if (!isCatalogueAlone) await (await openSqlite(sqliteFile(config))).close();
  const source = await openCatalogAsDeclared({ ...config, SWATH_DATABASE_URL: null }, noticesTo(said));
  const target = await openCatalog(config, silentLog).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  const catalogue = connect(catalogFile(config), { readOnly: true });
  const accounts = isCatalogueAlone ? null : connect(sqliteFile(config), { readOnly: true });
  try {
    const { feed: from } = await source.catalog.lastArrival();
    await begin(url, from, isCatalogueAlone);
    const { collections, items, arrivals } = await copyCatalog(
      { catalog: source.catalog, ownCollections: readOwnCollections(catalogue) },
      target.catalog,
      watch,
    );
    const files = await copyManagedFiles(config, watch);
    const { feed: to } = await target.catalog.lastArrival();
    const tables = await copyTables(accounts, url, moveFeeds(catalogue, { from, to }, arrivals));
    return { tables, collections, items: items.rows, files };
  } finally {
    accounts?.close();
    catalogue.close();
    await Promise.all([source.close(), target.close()]);
  }
}

/** A target that holds anything of somebody else's is left alone. */
async function begin(url: string, feed: string, isCatalogueAlone: boolean): Promise<void> {
  const { mark, hasAccounts, hasCollections } = await lookAtTarget(url);
  if (mark === feed) return;
  if (mark !== null) throw new Error('a copy of another installation into this database is not finished');
  if (hasCollections) throw new Error('the target is not empty: there are collections in its catalogue');
  if (hasAccounts !== isCatalogueAlone)
    throw new Error(
      hasAccounts
        ? 'the target is not empty: there are accounts in it (--catalogue-alone brings the catalogue to them)'
        : 'there are no accounts in the target: copy all, without --catalogue-alone',
    );
  await leaveMark(url, feed);
}

const asFacts = ({ tables, collections, items, files }: Copied): Record<string, string> => ({
  ...Object.fromEntries(tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, counted(rows, 'row')])),
  collections: `${collections}`,
  items: `${items}`,
  'managed files': `${files}`,
});

const nextStep = (config: Config): string =>
  config.SWATH_MASTER_KEY === null
    ? `give every node the key in ${masterKeyFile(config)} as SWATH_MASTER_KEY`
    : 'start the nodes with SWATH_DATABASE_URL and the same SWATH_MASTER_KEY';
