import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFileItems } from '../../adapters/ingest/file-items.ts';
import { createFileTree, isBelow, liesIn } from '../../adapters/ingest/file-tree.ts';
import { createTiffReader } from '../../adapters/tiff/tiff-reader.ts';
import type { Catalog } from '../../catalog/ports.ts';
import type { Config } from '../../config.ts';
import { folderSource } from '../../ingest/geotiff-folder.ts';
import type { Source } from '../../ingest/source.ts';
import { type NamePattern, readNamePattern } from '../../ingest/taken-at.ts';
import { UsageError } from '../command.ts';

export type FolderWishes = {
  readonly collection: string | null;
  readonly isDryRun: boolean;
  readonly idFrom: 'name' | 'path';
  readonly datetimePattern: string | null;
  readonly mayUseFileTime: boolean;
  readonly thumbnails: string | null;
};

type Needs = { readonly catalog: Catalog; readonly config: Config; readonly wishes: FolderWishes };

const decodedBytes = 48 << 20;

export async function openFolder(path: string, { catalog, config, wishes }: Needs): Promise<Source> {
  const { collection, idFrom, mayUseFileTime, datetimePattern, isDryRun, thumbnails } = wishes;
  if (collection === null) throw new UsageError('--collection is missing: a GeoTIFF names none');
  const { archiveRoots } = config;
  const imagery = createTiffReader({ localRoots: archiveRoots, decodedBytes });
  const pattern = datetimePattern === null ? null : asPattern(datetimePattern);
  const thumbnailFolder = thumbnails === null || isDryRun ? null : await asFolder(thumbnails, archiveRoots);
  const items = createFileItems(imagery, { pattern, mayUseFileTime, thumbnailFolder });
  const files = createFileTree(path, archiveRoots);
  const place = { name: `geotiffs ${path}`, collection, idFrom, url: `${pathToFileURL(path).href}/` };
  return folderSource({ catalog, files, items }, place);
}

function asPattern(text: string): NamePattern {
  const pattern = readNamePattern(text);
  if (pattern === null)
    throw new UsageError(`--datetime-pattern must have {YYYY}, and of the others each at most once, not '${text}'`);
  return pattern;
}

async function asFolder(text: string, archiveRoots: readonly string[]): Promise<string> {
  const folder = resolve(text);
  const outside = new UsageError('--thumbnails must lie in a folder of SWATH_ARCHIVE_ROOTS, or nobody could see them');
  if (!archiveRoots.some((root) => isBelow(root, folder))) throw outside;
  mkdirSync(folder, { recursive: true });
  if (!(await liesIn(folder, archiveRoots))) throw outside;
  return folder;
}
