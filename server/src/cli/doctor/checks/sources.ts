import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isBelow } from '../../../shared/is-below.ts';
import { readCollectionsBeside, readItemsBeside } from '../../../adapters/sqlite/catalog/documents/read-beside.ts';
import { localSources } from '../../../catalog/local-sources.ts';
import type { Config } from '../../../config.ts';
import { catalogFile } from '../../../open-catalog.ts';
import { type Check, error, ok } from '../finding.ts';

const check = 'sources';
const sampled = 300;
const mostNamed = 5;

/** Whether the files of items and collections are where these say, and where they may be read. */
export const sourcesCheck: Check = async ({ config, isThorough }) => {
  const gone = new Map<string, number>();
  const outside = new Map<string, number>();
  let looked = 0;
  for await (const bytes of documents(config, isThorough ? null : sampled))
    for (const path of localSources(bytes).values()) {
      looked++;
      const isThere = (await stat(path).catch(() => null))?.isFile() === true;
      if (!isThere) count(gone, dirname(path));
      else if (!config.archiveRoots.some((root) => isBelow(root, path))) count(outside, dirname(path));
    }
  const whole = isThorough ? `${looked}` : `a sample of ${looked} ('--all' looks at every one)`;
  if (gone.size + outside.size === 0)
    return [ok(check, `files of items and collections that are where they should be: ${whole}`)];
  return [
    ...named(gone, (folder, files) =>
      error(
        check,
        `${files} files of items and collections are not in ${folder} any more (of ${whole})`,
        `bring them back, or 'swath image relocate OLD NEW' where they were moved`,
      ),
    ),
    ...named(outside, (folder, files) =>
      error(
        check,
        `${files} files of items and collections lie in ${folder}, which is in no folder of SWATH_ARCHIVE_ROOTS`,
        `add that folder to SWATH_ARCHIVE_ROOTS, or 'swath image relocate OLD NEW' where they were moved`,
      ),
    ),
  ];
};

/** Items are many, so some are taken by chance; collections are few. */
async function* documents(config: Config, sample: number | null): AsyncGenerator<Uint8Array> {
  if (config.SWATH_DATABASE_URL !== null) {
    const { readDocumentsBeside } = await import('../../../adapters/postgres/catalog/read-beside.ts');
    yield* readDocumentsBeside(config.SWATH_DATABASE_URL, sample);
  } else if (existsSync(catalogFile(config))) {
    for (const { bytes } of readItemsBeside(catalogFile(config), sample)) yield bytes;
    yield* readCollectionsBeside(catalogFile(config));
  }
}

const count = (folders: Map<string, number>, folder: string): void =>
  void folders.set(folder, (folders.get(folder) ?? 0) + 1);

/** Those with the most first. */
const named = <T>(folders: ReadonlyMap<string, number>, tell: (folder: string, files: number) => T): readonly T[] =>
  [...folders]
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostNamed)
    .map(([folder, files]) => tell(folder, files));
