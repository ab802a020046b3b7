import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import type { openPostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { builtServer } from '../../support/built-server.ts';
import type { Line } from '../../support/report.ts';
import { type KindTable, measureKinds, printKindTable, warmUp } from '../kind-table.ts';
import { kinds } from '../kinds.ts';
import { createProgress, loadBatch, putCollections } from '../load.ts';
import { makeBatches } from '../make-items.ts';
import type { Options } from '../options.ts';
import type { PartResult } from '../part.ts';
import { startPostgres } from '../peer/postgres-server.ts';
import { declared } from '../store.ts';
import { ms, thousands } from '../texts.ts';
import { serverCpu } from './server-cpu.ts';

type Loading = {
  readonly items: number;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly ownCpu: number;
};

/** The same mix on a server of our own with the settings it comes with; its folder is kept from run to run. */
export async function searchPostgres(options: Options): Promise<PartResult> {
  const tables: KindTable[] = [];
  const lines: Line[] = [];
  const loads: Loading[] = [];
  for (const items of options.sizes) {
    const folder = join(options.folder, `postgres-${items}`);
    const note = join(folder, 'loading.json');
    if (options.isRebuilt || !existsSync(note)) rmSync(folder, { recursive: true, force: true });
    const server = await startPostgres(folder);
    // One connection: the CPU of its process is all that searches cost the server.
    const { catalog, close } = await open(server.url);
    try {
      const load = existsSync(note) ? readNote(note) : await loadAll(catalog, server.url, items);
      writeFileSync(note, JSON.stringify(load));
      loads.push(load);
      await warmUp(catalog, items);
      tables.push(await measureKinds(catalog, items, options, await serverCpu(server.url)));
      lines.push(lineOfLoading(load), ...linesOf(tables.at(-1)!));
    } finally {
      await close();
      await server.stop();
    }
  }
  tables.forEach(printKindTable);
  return { lines, figures: { tables, loads } };
}

type Store = { readonly openPostgresCatalog: typeof openPostgresCatalog };

async function open(url: string) {
  const built = pathToFileURL(join(builtServer(), 'adapters/postgres/catalog/open.js')).href;
  const store = (await import(built)) as Store;
  return store.openPostgresCatalog(url, { declared, connections: 1 });
}

const readNote = (file: string): Loading => JSON.parse(readFileSync(file, 'utf8')) as Loading;

async function loadAll(catalog: Catalog, url: string, items: number): Promise<Loading> {
  await putCollections(catalog);
  const cpuMs = await serverCpu(url);
  const progress = createProgress(items);
  let [seconds, serverMs, ownMs, stored] = [0, 0, 0, 0];
  for (const batch of makeBatches(0, items)) {
    const [start, before, own] = [performance.now(), cpuMs(), process.cpuUsage()];
    await loadBatch(catalog, batch);
    const { user, system } = process.cpuUsage(own);
    seconds += (performance.now() - start) / 1_000;
    serverMs += cpuMs() - before;
    ownMs += (user + system) / 1_000;
    progress((stored += batch.items));
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
  return { items, seconds, serverCpu: serverMs / 1_000, ownCpu: ownMs / 1_000 };
}

function lineOfLoading({ items, seconds, serverCpu, ownCpu }: Loading): Line {
  const rate = items / (serverCpu + ownCpu);
  return {
    what: `load of ${thousands(items)} items, items a CPU second of both processes`,
    measured: `${thousands(rate)} (${thousands(items / serverCpu)} of the server, ${thousands(items / seconds)} a second)`,
    bound: `at least ${thousands(3_000)}`,
    isHeld: rate >= 3_000,
  };
}

const isPageKind = (name: string): boolean => kinds.find((kind) => kind.name === name)?.bound === 'page';

/** The worst kind of a table speaks for all of them. */
function linesOf({ items, rows }: KindTable): readonly Line[] {
  const pages = rows.filter(({ kind }) => isPageKind(kind));
  const line = (limit: number, bound: number, value: (row: KindTable['rows'][number]) => number): Line => {
    const worst = pages.reduce((a, b) => (value(b) > value(a) ? b : a));
    return {
      what: `CPU of the server at limit ${limit}, p50 of the worst kind, ${thousands(items)} items`,
      measured: `${ms(value(worst))} ms (${worst.kind})`,
      bound: `under ${bound} ms`,
      isHeld: value(worst) < bound,
    };
  };
  return pages.length === 0
    ? []
    : [line(10, 2, ({ at10 }) => at10.cpuMs.p50), line(100, 6, ({ at100 }) => at100?.cpuMs.p50 ?? 0)];
}
