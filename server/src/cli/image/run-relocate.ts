import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isBelow } from '../../shared/is-below.ts';
import { parseCollection } from '../../catalog/collection.ts';
import { parseItem } from '../../catalog/item.ts';
import { hasLocalSources, withMovedSources } from '../../catalog/local-sources.ts';
import type { Catalog } from '../../catalog/ports.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { readConfig } from '../../config.ts';
import { openCatalogBeside } from '../../open-catalog.ts';
import { PlatformError } from '../../shared/errors.ts';
import { noticesTo } from '../../shared/log.ts';
import { type Terminal, UsageError } from '../command.ts';
import { requireInstallation } from '../installation.ts';

export type Relocation = {
  readonly from: string;
  readonly to: string;
  readonly isDryRun: boolean;
  readonly mayBeMissing: boolean;
};

/** Items and collections that name files below the old folder, those files, the ones that are not below the new one, what was changed, and what is refused as it is stored. */
export type RelocationReport = {
  readonly items: number;
  readonly collections: number;
  readonly files: number;
  readonly missing: readonly string[];
  readonly changed: number;
  readonly refused: readonly string[];
};

const readAtOnce = 500;

export async function relocate(
  { env, err }: Pick<Terminal, 'env' | 'err'>,
  wish: Relocation,
): Promise<RelocationReport> {
  const config = readConfig(env);
  requireInstallation(config);
  if (!config.archiveRoots.some((root) => isBelow(root, wish.to)))
    throw new UsageError(`${wish.to} is in no folder of SWATH_ARCHIVE_ROOTS: nobody could read it`);
  const opened = await openCatalogBeside(config, noticesTo(err));
  const report = { items: 0, collections: 0, files: 0, missing: [], changed: 0, refused: [] };
  try {
    await moveItems(opened.catalog, wish, report);
    await moveCollections(opened.catalog, wish, report);
    return report;
  } finally {
    await opened.close();
  }
}

type Tally = {
  items: number;
  collections: number;
  files: number;
  missing: string[];
  changed: number;
  refused: string[];
};

async function moveItems(catalog: Catalog, wish: Relocation, report: Tally): Promise<void> {
  for (let after = 0; ;) {
    const { found, last } = await catalog.arrivals(after, readAtOnce, 'all');
    const writes = found.flatMap(({ id, collection, bytes, etag }) => {
      const { files, document } = moveOne(bytes, wish, report);
      if (files > 0) report.items++;
      // On condition that nobody has changed it since: the next run looks at it again.
      const item = document && read(`item ${id} of ${collection}`, () => parseItem(document), report);
      return item === null ? [] : [{ item, ifMatch: etag }];
    });
    if (!wish.isDryRun && writes.length > 0)
      for (const { outcome } of await catalog.putItems(writes, 'replace')) if (outcome === 'replaced') report.changed++;
    if (last === after) return;
    after = last;
  }
}

/** What a collection shows of its items stays theirs when it is written back. */
async function moveCollections(catalog: Catalog, wish: Relocation, report: Tally): Promise<void> {
  for (let token: string | null = null; ;) {
    const { found, next } = await catalog.listCollections({ limit: readAtOnce, token }, 'all');
    for (const { id, bytes, etag } of found) {
      const { files, document } = moveOne(bytes, wish, report);
      if (files > 0) report.collections++;
      const collection = document && read(`collection ${id}`, () => parseCollection(document, id), report);
      if (collection === null || wish.isDryRun) continue;
      const { outcome } = await catalog.putCollection(collection, 'replace', etag);
      if (outcome === 'replaced') report.changed++;
    }
    if (next === null) return;
    token = next;
  }
}

/** What an earlier release took may be refused today: it stays as it is, and keeps no other from being changed. */
function read<T>(what: string, parse: () => T, report: Tally): T | null {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    report.refused.push(`${what}: ${error.message}`);
    return null;
  }
}

type Moved = { readonly files: number; readonly document: JsonObject | null };

/** How many files below the old folder it names, and the document with those that were found; null where none was. */
function moveOne(bytes: Uint8Array, { from, to, mayBeMissing }: Relocation, report: Tally): Moved {
  if (!hasLocalSources(bytes)) return { files: 0, document: null };
  const document = documentOf(bytes);
  let files = 0;
  const moved = withMovedSources(document, (path) => {
    if (!isBelow(from, path)) return null;
    files++;
    const target = join(to, relative(from, path));
    if (existsSync(target)) return target;
    report.missing.push(target);
    return mayBeMissing ? target : null;
  });
  report.files += files;
  return { files, document: moved === document ? null : moved };
}
