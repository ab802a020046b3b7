import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { PostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import type { Line } from '../../support/report.ts';
import { createProgress, loadBatch, putCollections } from '../load.ts';
import { makeBatches } from '../make-items.ts';
import { thousands } from '../texts.ts';
import { withClient } from './open-postgres.ts';
import { serverCpu } from './server-cpu.ts';

export type PostgresLoading = {
  readonly items: number;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly ownCpu: number;
};

/** What the load cost, now or in the run that the note is of; null where the items are there and nobody noted it. */
export async function ensureItems(
  store: PostgresCatalog,
  url: string,
  items: number,
  note: string | null,
): Promise<PostgresLoading | null> {
  if (note !== null && existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as PostgresLoading;
  const stored = await storedItems(url);
  if (stored === items) return null;
  if (stored !== 0) throw new Error(`the database has ${stored} items, neither none nor ${items}`);
  const loading = await loadAll(store, url, items);
  if (note !== null) writeFileSync(note, JSON.stringify(loading));
  return loading;
}

const storedItems = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM catalog_items');
    return Number(rows[0]!.n);
  });

/** By COPY, 1,000 items at a time; the making of the items is not counted. */
async function loadAll(store: PostgresCatalog, url: string, items: number): Promise<PostgresLoading> {
  await putCollections(store.catalog);
  const progress = createProgress(items);
  let [seconds, serverMs, ownMs, stored] = [0, 0, 0, 0];
  const cpuMs = await serverCpu(url);
  for (const batch of makeBatches(0, items)) {
    const [start, before, own] = [performance.now(), cpuMs(), process.cpuUsage()];
    await loadBatch(store.catalog, batch);
    const { user, system } = process.cpuUsage(own);
    seconds += (performance.now() - start) / 1_000;
    serverMs += cpuMs() - before;
    ownMs += (user + system) / 1_000;
    progress((stored += batch.items));
  }
  while (store.isTended()) await setTimeout(100);
  await withClient(url, (client) => client.query('VACUUM ANALYZE'));
  return { items, seconds, serverCpu: serverMs / 1_000, ownCpu: ownMs / 1_000 };
}

export function lineOfLoading({ items, seconds, serverCpu: server, ownCpu: own }: PostgresLoading): Line {
  const rate = items / (server + own);
  return {
    what: `COPY of ${thousands(items)} items, items a CPU second of both processes`,
    measured: `${thousands(rate)} (${thousands(items / server)} of the server, ${thousands(items / seconds)} a second)`,
    bound: `at least ${thousands(3_000)}`,
    isHeld: rate >= 3_000,
  };
}
