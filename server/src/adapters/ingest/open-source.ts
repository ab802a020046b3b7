import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../../catalog/refuse.ts';
import { linkedFrom } from '../../ingest/absolute-hrefs.ts';
import { apiSource } from '../../ingest/page-through.ts';
import type { DocumentRequest, Documents } from '../../ingest/ports.ts';
import { type SourceKind, sourceKinds } from '../../ingest/source-kinds.ts';
import type { Source } from '../../ingest/source.ts';
import { catalogueSource } from '../../ingest/walk-catalogue.ts';
import { PlatformError } from '../../shared/errors.ts';
import { geoPackageSource } from './geopackage-source.ts';
import { geoParquetSource } from './geoparquet-source.ts';
import { localFileSource } from './local-file-source.ts';
import { pgstacSource } from './pgstac-source.ts';

export type OpenOptions = {
  readonly kind: SourceKind | null;
  /** Of an API: these alone. */
  readonly from: readonly string[];
  readonly documents: Documents;
  /** For a folder, which needs the catalogue too. */
  readonly openFolder: (path: string) => Promise<Source>;
};

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** What a place holds, by what it says of itself where nobody says it. */
export async function openSource(place: string, options: OpenOptions): Promise<Source> {
  if (isUrl(place)) return openUrl(place, options);
  const path = resolve(place);
  const found = await stat(path).catch(() => null);
  if (found === null) throw new PlatformError('not_found', `there is no file or folder ${place}`);
  const kind = options.kind ?? (found.isDirectory() ? 'geotiffs' : await kindOf(path));
  if (found.isDirectory() !== (kind === 'geotiffs'))
    throw new PlatformError('invalid_parameters', `${place} is ${found.isDirectory() ? 'a' : 'no'} folder`);
  if (kind === 'geotiffs') return options.openFolder(path);
  if (kind === 'api') throw new PlatformError('invalid_parameters', 'an API is named by its address');
  if (kind === 'gpkg') return geoPackageSource(path);
  if (kind === 'geoparquet') return geoParquetSource(path);
  if (kind === 'pgstac') return pgstacSource(path);
  if (kind !== 'catalogue') return localFileSource(path, kind);
  const root = pathToFileURL(path).href;
  return openCatalogue(root, await options.documents.read({ url: root, method: 'GET' }), options.documents);
}

async function openUrl(url: string, { kind, documents, from }: OpenOptions): Promise<Source> {
  if (kind !== null && kind !== 'catalogue' && kind !== 'api')
    throw new PlatformError('invalid_parameters', `${kind} is read from files: fetch it first`);
  const document = await documents.read({ url, method: 'GET' });
  if (!isObject(document)) throw new PlatformError('invalid_parameters', `${url} is no STAC document`);
  const [search] = linkedFrom(document, 'search', url);
  const isPage = document['type'] === 'FeatureCollection';
  if (kind === 'catalogue' || (kind === null && search === undefined && !isPage))
    return openCatalogue(url, document, documents);
  if (isPage) {
    const [root] = linkedFrom(document, 'root', url);
    return apiSource(documents, { name: `api ${url}`, root: root ?? url, first: { url, method: 'GET' } });
  }
  if (search === undefined) throw new PlatformError('invalid_parameters', `${url} links no search`);
  return apiSource(documents, { name: `api ${url} ${from.join()}`, root: url, first: firstPage(search, from) });
}

const itemsAPage = 500;

function firstPage(search: string, from: readonly string[]): DocumentRequest {
  const url = new URL(search);
  url.searchParams.set('limit', String(itemsAPage));
  if (from.length > 0) url.searchParams.set('collections', from.join(','));
  return { url: url.href, method: 'GET' };
}

function openCatalogue(root: string, document: unknown, documents: Documents): Source {
  const fingerprint = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 32);
  return catalogueSource(documents, { name: `catalogue ${root}`, root, fingerprint });
}

const byEnding: Readonly<Record<string, SourceKind>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.ndgeojson': 'ndjson',
  '.geojsonl': 'ndjson',
  '.geojsons': 'ndjson',
  '.geojsonseq': 'ndjson',
  '.geojson': 'geojson',
  '.parquet': 'geoparquet',
  '.geoparquet': 'geoparquet',
  '.csv': 'csv',
  '.gpkg': 'gpkg',
};

/** Whether a file of that name holds items. */
export const isItemFile = (name: string): boolean => Object.hasOwn(byEnding, extname(name).toLowerCase());

const headBytes = 256 * 1_024;

/** By its ending, else by how it begins: a whole item on the first line, or the first `type` that is written, which STAC before 1.0 lacks. */
async function kindOf(path: string): Promise<SourceKind> {
  const known = byEnding[extname(path).toLowerCase()];
  if (known !== undefined) return known;
  const head = await headOf(path);
  if (head.startsWith('PAR1')) return 'geoparquet';
  if (head.startsWith('--\n-- PostgreSQL database dump')) return 'pgstac';
  if (head.startsWith('\x1e') || hasWholeFirstLine(head)) return 'ndjson';
  const [, type] = /"type"\s*:\s*"(FeatureCollection|Feature|Catalog|Collection)"/.exec(head) ?? [];
  if (type === 'FeatureCollection' || /"features"\s*:\s*\[/.test(head)) return 'geojson';
  if (type !== undefined || /"stac_version"\s*:/.test(head)) return 'catalogue';
  throw new PlatformError(
    'invalid_parameters',
    `${path} says nothing that is understood of what it is: --as says it (${sourceKinds.join(', ')})`,
  );
}

function hasWholeFirstLine(head: string): boolean {
  const end = head.indexOf('\n');
  // A single document on one line, with a line end or without, is not a list of items.
  if (end === -1 || head.slice(end).trim() === '') return false;
  try {
    return isObject(JSON.parse(head.slice(0, end)));
  } catch {
    return false;
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}
