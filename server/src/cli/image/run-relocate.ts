import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isBelow } from '../../adapters/ingest/file-tree.ts';
import { parseItem } from '../../catalog/item.ts';
import { hasLocalSources, withMovedSources } from '../../catalog/local-sources.ts';
import type { Arrival, Catalog, ItemWrite } from '../../catalog/ports.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { readConfig } from '../../config.ts';
import { openCatalogBeside } from '../../open-catalog.ts';
import { silentLog } from '../../shared/log.ts';
import type { Environment } from '../../shared/settings.ts';
import { UsageError } from '../command.ts';
import { requireInstallation } from '../installation.ts';

export type Relocation = {
  readonly from: string;
  readonly to: string;
  readonly isDryRun: boolean;
  readonly mayBeMissing: boolean;
};

/** Items that name files below the old folder, those files, the ones that are not below the new one, and what was changed. */
export type RelocationReport = {
  readonly items: number;
  readonly files: number;
  readonly missing: readonly string[];
  readonly changed: number;
};

const readAtOnce = 500;

export async function relocate(env: Environment, wish: Relocation): Promise<RelocationReport> {
  const config = readConfig(env);
  requireInstallation(config);
  if (!config.archiveRoots.some((root) => isBelow(root, wish.to)))
    throw new UsageError(`${wish.to} is in no folder of SWATH_ARCHIVE_ROOTS: nobody could read it`);
  const opened = await openCatalogBeside(config, silentLog);
  try {
    return await moveAll(opened.catalog, wish);
  } finally {
    await opened.close();
  }
}

async function moveAll(catalog: Catalog, wish: Relocation): Promise<RelocationReport> {
  const report = { items: 0, files: 0, missing: [] as string[], changed: 0 };
  for (let after = 0; ;) {
    const { found, last } = await catalog.arrivals(after, readAtOnce, 'all');
    const writes = found.flatMap((arrival) => {
      const moved = moveOne(arrival, wish);
      if (moved === null) return [];
      report.items++;
      report.files += moved.files;
      report.missing.push(...moved.missing);
      return moved.write === null ? [] : [moved.write];
    });
    if (!wish.isDryRun && writes.length > 0)
      for (const { outcome } of await catalog.putItems(writes, 'replace')) if (outcome === 'replaced') report.changed++;
    if (last === after) return report;
    after = last;
  }
}

type Moved = { readonly files: number; readonly missing: readonly string[]; readonly write: ItemWrite | null };

/** On condition that nobody has changed it since: the next run looks at it again. */
function moveOne({ bytes, etag }: Arrival, { from, to, mayBeMissing }: Relocation): Moved | null {
  if (!hasLocalSources(bytes)) return null;
  const [document, missing] = [documentOf(bytes), [] as string[]];
  let files = 0;
  const moved = withMovedSources(document, (path) => {
    if (!isBelow(from, path)) return null;
    files++;
    const target = join(to, relative(from, path));
    if (existsSync(target)) return target;
    missing.push(target);
    return mayBeMissing ? target : null;
  });
  if (files === 0) return null;
  return { files, missing, write: moved === document ? null : { item: parseItem(moved), ifMatch: etag } };
}
