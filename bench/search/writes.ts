import { closeSync, cpSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type WritesResult, takeTurns } from './bulk-turns.ts';
import type { CatalogueFolder } from './catalogue-folder.ts';
import { prepare } from './kinds/query.ts';
import { loadBatch } from './load.ts';
import { paced } from './paced.ts';
import { queryMix } from './query-mix.ts';
import { openCatalogue } from './store.ts';

/** A copy: the kept catalogue stays as it is. On disk as a whole before it is used, else its pages are written while we measure. */
export function copyOfCatalogue({ path }: CatalogueFolder): CatalogueFolder['path'] {
  const copy = mkdtempSync(join(dirname(path), 'copy-'));
  cpSync(path, copy, { recursive: true });
  const file = openSync(join(copy, 'catalog.db'), 'r+');
  fsyncSync(file);
  closeSync(file);
  return copy;
}

/** Times that the whole mix is asked before anything is measured: what it runs is compiled then. */
const warmUps = 10;

/** By the store's own verbs: searches of the mix at limit 10, and loads. */
export async function measureWrites(folder: CatalogueFolder, rounds: number): Promise<WritesResult> {
  const copy = copyOfCatalogue(folder);
  const opened = await openCatalogue(join(copy, 'catalog.db'));
  const { catalog } = opened;
  try {
    const searches = queryMix(1_000, folder.items, 4).map((query) => prepare(catalog, query, 10));
    for (let turn = 0; turn < warmUps; turn++) for (const search of searches) await search();
    return await takeTurns(
      {
        name: 'the store',
        askWhile: (leastMs, work) => paced(searches, leastMs, work),
        load: (batch) => loadBatch(catalog, batch),
        cpuSeconds: async () => ownCpuSeconds(),
      },
      folder.items,
      rounds,
    );
  } finally {
    await opened.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
