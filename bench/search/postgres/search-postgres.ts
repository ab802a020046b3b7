import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import { postgresFolder } from '../catalogue-folder.ts';
import { ensureCatalogue } from '../load.ts';
import type { Options } from '../options.ts';
import type { PartResult } from '../part.ts';
import { startPostgres } from '../peer/postgres-server.ts';
import { openCatalogue } from '../store.ts';
import { turnsWithPartitions } from './turns-with-partitions.ts';
import { turnsWithPgstac } from './turns-with-pgstac.ts';
import { kindsBeside, linesOfBeside, printBeside } from './kinds-beside.ts';
import { ensureItems, lineOfLoading } from './load-postgres.ts';
import { factsText, openPostgres, serverFacts } from './open-postgres.ts';
import { serverCpu } from './server-cpu.ts';

type Filled = { readonly store: PostgresCatalog; readonly url: string; readonly items: number };

/** Each size on a server of our own, whose folder is kept from run to run, or on the one that is named. */
export async function searchPostgres(options: Options): Promise<PartResult> {
  const results: PartResult[] = [];
  for (const items of options.sizes) {
    const { url, note, stop } = await serverFor(options, items);
    try {
      results.push(await measured(url, note, items, options));
    } finally {
      await stop();
    }
  }
  return { lines: results.flatMap(({ lines }) => lines), figures: results.map(({ figures }) => figures) };
}

type Server = { readonly url: string; readonly note: string | null; stop(): Promise<void> };

async function serverFor(
  { folder: home, isRebuilt, postgresUrl, postgresSettings }: Options,
  items: number,
): Promise<Server> {
  if (postgresUrl !== null) return { url: postgresUrl, note: null, stop: async () => {} };
  const folder = postgresFolder(home, items);
  const note = join(folder, 'loading.json');
  if (isRebuilt || !existsSync(note)) rmSync(folder, { recursive: true, force: true });
  return { note, ...(await startPostgres(folder, postgresSettings)) };
}

async function measured(url: string, note: string | null, items: number, options: Options): Promise<PartResult> {
  const store = await openPostgres(url);
  try {
    const load = await ensureItems(store, url, items, note);
    const facts = await serverFacts(url);
    console.log(`\nPostgreSQL of ${items.toLocaleString('en')} items: ${factsText(facts)}`);
    const filled = { store, url, items };
    const result = await asked(options)(filled, options);
    const lines = [...(load === null ? [] : [lineOfLoading(load)]), ...result.lines];
    return { lines, figures: { items, facts, load, ...(result.figures as object) } };
  } finally {
    await store.close();
  }
}

const asked = ({ parts, isBesidePartitions }: Options) =>
  isBesidePartitions ? turnsWithPartitions : parts.includes('pgstac') ? turnsWithPgstac : besideEmbedded;

async function besideEmbedded({ store, url, items }: Filled, options: Options): Promise<PartResult> {
  const embedded = await openCatalogue((await ensureCatalogue(options, items)).file);
  try {
    const stores = { postgres: store.catalog, embedded: embedded.catalog, clock: () => serverCpu(url) };
    const rows = await kindsBeside(stores, items, options);
    printBeside(items, rows);
    return { lines: linesOfBeside(items, rows), figures: { rows } };
  } finally {
    await embedded.close();
  }
}
