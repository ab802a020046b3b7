import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FileItemOptions, createFileItems } from '../adapters/ingest/file-items.ts';
import { createFileTree, liesIn } from '../adapters/ingest/file-tree.ts';
import { isBelow } from '../shared/is-below.ts';
import { createTiffReader } from '../adapters/tiff/tiff-reader.ts';
import type { Catalog } from '../catalog/ports.ts';
import type { Config } from '../config.ts';
import { folderSource } from '../ingest/geotiff-folder.ts';
import type { JobWishes } from '../ingest/jobs/job.ts';
import type { FileTree } from '../ingest/ports.ts';
import type { Source } from '../ingest/source.ts';
import { type NamePattern, readNamePattern } from '../ingest/taken-at.ts';
import { WrongWish } from '../ingest/wrong-wish.ts';

export type ImageWishes = Pick<
  JobWishes,
  'collection' | 'isDryRun' | 'idFrom' | 'datetimePattern' | 'mayUseFileTime' | 'thumbnails'
>;

export type ImageNeeds = {
  readonly catalog: Catalog;
  readonly config: Config;
  readonly wishes: ImageWishes;
  /** Of a place that is watched: what is looked at of it, and what is known to be gone. */
  readonly chosen?: Chosen;
};

export type Chosen = { readonly paths: readonly string[]; readonly gone: readonly string[] };

/** Some of its files alone. */
export const some = (files: FileTree, chosen: Chosen | undefined): FileTree =>
  chosen === undefined ? files : { ...files, paths: async () => chosen.paths.toSorted() };

export const decodedBytes = 48 << 20;

/** GeoTIFFs below a folder. */
export async function openFolder(path: string, needs: ImageNeeds): Promise<Source> {
  const { catalog, config, wishes, chosen } = needs;
  const collection = collectionOf(wishes);
  const { archiveRoots } = config;
  const imagery = createTiffReader({ localRoots: archiveRoots, decodedBytes });
  const items = createFileItems(imagery, await fileItemOptions(wishes, config));
  const files = some(createFileTree(path, archiveRoots), chosen);
  const url = `${pathToFileURL(path).href}/`;
  const gone = chosen === undefined ? {} : { gone: chosen.gone };
  const place = { name: `geotiffs ${path}`, collection, idFrom: wishes.idFrom, url, ...gone };
  return folderSource({ catalog, files, items }, place);
}

export function collectionOf({ collection }: Pick<ImageWishes, 'collection'>): string {
  if (collection === null) throw new WrongWish("'collection' is missing: a GeoTIFF names none");
  return collection;
}

export async function fileItemOptions(wishes: ImageWishes, { archiveRoots }: Config): Promise<FileItemOptions> {
  const { datetimePattern, mayUseFileTime, thumbnails, isDryRun } = wishes;
  const pattern = datetimePattern === null ? null : asPattern(datetimePattern);
  const thumbnailFolder = thumbnails === null || isDryRun ? null : await asFolder(thumbnails, archiveRoots);
  return { pattern, mayUseFileTime, thumbnailFolder };
}

function asPattern(text: string): NamePattern {
  const pattern = readNamePattern(text);
  if (pattern === null)
    throw new WrongWish(`the pattern of times must have {YYYY}, and of the others each at most once, not '${text}'`);
  return pattern;
}

async function asFolder(text: string, archiveRoots: readonly string[]): Promise<string> {
  const folder = resolve(text);
  const outside = new WrongWish("'thumbnails' must lie in a folder of SWATH_ARCHIVE_ROOTS, or nobody could see them");
  if (!archiveRoots.some((root) => isBelow(root, folder))) throw outside;
  mkdirSync(folder, { recursive: true });
  if (!(await liesIn(folder, archiveRoots))) throw outside;
  return folder;
}
