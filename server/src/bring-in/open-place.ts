import { resolve } from 'node:path';
import { type Downloads, createDownloads, isFileAddress } from '../adapters/ingest/download.ts';
import { liesIn } from '../adapters/ingest/file-tree.ts';
import { createJsonDocuments } from '../adapters/ingest/json-documents.ts';
import { isUrl, openSource } from '../adapters/ingest/open-source.ts';
import type { SourceKind } from '../ingest/source-kinds.ts';
import type { Config } from '../config.ts';
import type { Catalog } from '../catalog/ports.ts';
import { fetchedSource } from '../ingest/fetched-source.ts';
import type { JobWishes } from '../ingest/jobs/job.ts';
import type { Source } from '../ingest/source.ts';
import { PlatformError } from '../shared/errors.ts';
import { ingestLimits } from '../shared/ingest-limits.ts';
import type { Chosen } from './open-folder.ts';

export type OpenedPlace = {
  readonly source: Source;
  /** What was fetched for it goes, once all of it is in. */
  close(isFinished: boolean): Promise<void>;
};

export type PlaceNeeds = {
  /** For imagery: what is known already is asked of it; null where the place is known to hold none. */
  readonly catalog: Catalog | null;
  readonly config: Config;
  /** Files of this machine may be read below these alone; null lets all be read. */
  readonly fileRoots: readonly string[] | null;
  /** Where files of the web are fetched to. */
  readonly downloads: string;
  readonly chosen?: Chosen;
};

export const isBucketPlace = (text: string): boolean => /^s3:\/\//i.test(text);

/** Opens whatever a place is: a file, a folder, an address, a prefix of a bucket. */
export async function openPlace(wishes: JobWishes, needs: PlaceNeeds): Promise<OpenedPlace> {
  const { place } = wishes;
  if (isBucketPlace(place)) {
    const { openBucketPlace } = await import('./open-bucket.ts');
    const { source, close } = await openBucketPlace(place, imageNeeds(wishes, needs));
    return { source, close: async () => close() };
  }
  const { config, fileRoots } = needs;
  // Looked at again: what was asked for a while ago may be a link to elsewhere by now.
  if (!isUrl(place) && fileRoots !== null && !(await liesIn(resolve(place), fileRoots).catch(() => false)))
    throw new PlatformError('not_found', 'it is not there, or not below a folder that is read from');
  const arePrivateAllowed = config.SWATH_ALLOW_PRIVATE_ENDPOINTS;
  const documents = createJsonDocuments({ arePrivateAllowed, mayReadFiles: !isUrl(place), fileRoots });
  const downloads = createDownloads({ arePrivateAllowed, folder: needs.downloads, ...ingestLimits(config) });
  try {
    const fetched =
      isUrl(place) && isFileAddress(place, wishes.kind) ? await downloads.fetch(place, wishes.isRestarted) : null;
    const opened = await openSource(fetched ?? place, {
      ...wishes,
      kind: wishes.kind as SourceKind | null,
      documents,
      // What reads images is loaded by those who bring some.
      openFolder: async (path) => (await import('./open-folder.ts')).openFolder(path, imageNeeds(wishes, needs)),
    });
    const source = fetched === null ? opened : fetchedSource(opened, place);
    return { source, close: (isFinished) => closeAll(documents, downloads, isFinished ? fetched : null) };
  } catch (error) {
    await closeAll(documents, downloads, null);
    throw error;
  }
}

function imageNeeds(wishes: JobWishes, { catalog, config, chosen }: PlaceNeeds) {
  if (catalog === null) throw new Error('imagery was opened without the catalogue');
  return { catalog, config, wishes, ...(chosen === undefined ? {} : { chosen }) };
}

async function closeAll(documents: { close(): void }, downloads: Downloads, done: string | null): Promise<void> {
  documents.close();
  downloads.close();
  if (done !== null) await downloads.remove(done);
}
