import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openOfflineCatalog } from '../../../server/src/adapters/sqlite/catalog/load/open-offline.ts';
import {
  type SqliteCatalog,
  type SqliteCatalogOptions,
  openSqliteCatalog,
} from '../../../server/src/adapters/sqlite/catalog/open.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import type { WriteMode } from '../../../server/src/catalog/ports.ts';

/** The path of a catalogue file in a folder that goes with the test. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swath-catalogue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'catalog.db');
}

/** Closed with the test, where the test has not done it. */
export async function open(
  file: string,
  declared: readonly string[] = [],
  more: Pick<SqliteCatalogOptions, 'busyTimeoutMs' | 'summarised' | 'log' | 'freshLimits'> = {},
): Promise<SqliteCatalog> {
  const opened = await openSqliteCatalog(file, { declared, readers: 1, ...more });
  onTestFinished(() => opened.close());
  return opened;
}

type Load = { readonly declared: readonly string[]; readonly mode: WriteMode; readonly itemsAtOnce?: number };

/** Loads items as `swath ingest` does while no service runs; tells what became of each. */
export async function loadOffline(
  file: string,
  items: readonly Item[],
  { declared, mode, itemsAtOnce = 10_000 }: Load,
) {
  const offline = (await openOfflineCatalog(file, () => ({ declared })))!;
  const outcomes = [];
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    const writes = items.slice(from, from + itemsAtOnce).map((item) => ({ item, ifMatch: null }));
    for (const { outcome } of await offline.catalog.putItems(writes, mode)) outcomes.push(outcome);
    await offline.commit();
  }
  await offline.close();
  return outcomes;
}
