import { findCollection } from '../catalog/find-documents.ts';
import { refuse } from '../catalog/refuse.ts';
import type { SearchRequest } from '../catalog/search-request.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { Service } from '../service.ts';
import type { ExportFormat } from './formats.ts';
import type { ExportChunk } from './ports.ts';

type Needs = Pick<Service, 'catalog' | 'exporter' | 'exportTurns' | 'config'>;

export type ExportWish = {
  readonly accountId: string;
  readonly visibility: Visibility;
  readonly request: SearchRequest;
  readonly format: ExportFormat;
  /** Of the path, which alone is searched: one that is not there is not found. */
  readonly collection?: string | undefined;
};

/** Everything that a search finds, as a file whose parts are made as they are taken. */
export async function exportItems(
  { catalog, exporter, exportTurns, config }: Needs,
  { accountId, visibility, request, format, collection }: ExportWish,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  await requireExportable({ catalog }, { visibility, request, collection });
  const leave = exportTurns.take(accountId);
  signal.addEventListener('abort', leave, { once: true });
  const searched = collection === undefined ? request : { ...request, collections: [collection] };
  const job = { format, request: searched, visibility, baseUrl: config.baseUrl, areFilesNamed: false };
  try {
    return untilLeft(await exporter.open(job, signal), leave);
  } catch (error) {
    leave();
    throw error;
  }
}

/** Refuses what a file cannot show: pages, and collections that are not there. */
export async function requireExportable(
  { catalog }: Pick<Service, 'catalog'>,
  { visibility, request, collection }: Pick<ExportWish, 'visibility' | 'request' | 'collection'>,
): Promise<void> {
  const { collections, position, skip } = request;
  if (collection !== undefined) await findCollection({ catalog }, visibility, collection);
  if (skip > 0) refuse('page', "and 'offset' are for pages: an export has none");
  if (position?.isBackward === true) refuse('token', 'leads backwards: an export goes forwards');
  for (const id of collections ?? [])
    if ((await catalog.getCollection(id, visibility)) === null)
      refuse('collections', `names '${id}', which is not a collection`);
}

async function* untilLeft(chunks: AsyncIterable<ExportChunk>, leave: () => void): AsyncIterable<Uint8Array> {
  try {
    for await (const { bytes } of chunks) if (bytes.length > 0) yield bytes;
  } finally {
    leave();
  }
}
