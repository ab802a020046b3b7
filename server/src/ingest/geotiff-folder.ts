import type { Catalog } from '../catalog/ports.ts';
import { locationOfHref } from '../catalog/local-href.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { everything } from '../catalog/search-request.ts';
import { documentOf } from '../catalog/stored-document.ts';
import { searchPages } from './search-pages.ts';
import { PlatformError } from '../shared/errors.ts';
import { inOrder } from './in-order.ts';
import type { FileTree, FoundFile, ItemMaker } from './ports.ts';
import type { Content, Entry, Source } from './source.ts';

/** All files up to this one, in the order of their relative paths, are done. */
export type FolderCursor = { readonly after: string; readonly done: number };

export type FolderNeeds = {
  readonly catalog: Pick<Catalog, 'getItem' | 'search'>;
  readonly files: FileTree;
  readonly items: ItemMaker;
};
export type FolderPlace = {
  readonly name: string;
  readonly collection: string;
  /** The file URL of the folder, with a slash at its end. */
  readonly url: string;
  /** Paths that are known to be gone; where absent, all items of the collection are gone through for them. */
  readonly gone?: readonly string[];
  /** `path` tells apart files of the same name in several folders. */
  readonly idFrom: 'name' | 'path';
};

const filesAtOnce = 4;

/** A folder of GeoTIFFs: an item for each that is new or changed; then those whose file is gone. */
export function folderSource(needs: FolderNeeds, place: FolderPlace): Source {
  let total: number | null = null;
  return {
    name: place.name,
    // Each file is known by its own size and time.
    fingerprint: place.idFrom,
    unit: 'files',
    total: () => total,
    entries: (from) => walk(needs, place, from as FolderCursor | null, (count) => (total = count)),
    findCollection: async () => null,
  };
}

async function* walk(
  needs: FolderNeeds,
  place: FolderPlace,
  from: FolderCursor | null,
  tellTotal: (count: number) => void,
): AsyncGenerator<Entry> {
  const paths = await needs.files.paths();
  tellTotal(paths.length);
  const left = from === null ? paths : paths.filter((path) => path > from.after);
  let done = paths.length - left.length;
  const moved = new Set<string>();
  const owners = ownersOf(paths, place.idFrom);
  const read = async (path: string) => ({ path, content: await contentOf(needs, place, path, owners) });
  for await (const { path, content } of inOrder(left, filesAtOnce, read)) {
    done++;
    if (content.kind === 'item' && content.moved !== undefined) moved.add(content.moved.from);
    yield { position: path, content, next: { after: path, done }, done };
  }
  const next = { after: paths.at(-1) ?? '', done };
  for await (const { id, location } of goneFiles(needs, place))
    // What was found elsewhere may not be stored yet.
    if (!moved.has(location)) yield { position: location, content: { kind: 'missing', id }, next, done };
}

/** The first file of each id. */
function ownersOf(paths: readonly string[], idFrom: FolderPlace['idFrom']): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const path of paths) {
    const id = idOf(path, idFrom);
    if (!owners.has(id)) owners.set(id, path);
  }
  return owners;
}

async function contentOf(
  needs: FolderNeeds,
  place: FolderPlace,
  path: string,
  owners: ReadonlyMap<string, string>,
): Promise<Content> {
  const id = idOf(path, place.idFrom);
  try {
    const file = await needs.files.look(path);
    const stored = await storedFile(needs, place, id);
    if (stored !== null && isSame(stored, file)) return { kind: 'known', id };
    const isElsewhere = stored !== null && stored.location !== file.location;
    const isHeld = isElsewhere && (await needs.files.exists(stored.location));
    // Not stored yet, two files of one id are told apart by their order.
    const holder = isHeld ? stored.location : stored === null || isElsewhere ? owners.get(id)! : path;
    if (holder !== path)
      return problem(id, `has the id '${id}', which is that of ${holder}: ids by 'path' tell them apart`);
    const document = await needs.items.make(file, id);
    return isElsewhere
      ? { kind: 'item', document, moved: { from: stored.location, to: file.location } }
      : { kind: 'item', document };
  } catch (error) {
    // What may pass ends the ingest, which can go on later: a reject is not looked at again.
    if (!(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
    return problem(id, error.message);
  }
}

const problem = (id: string, reason: string): Content => ({ kind: 'problem', id, reason, text: null });

const idOf = (relativePath: string, idFrom: 'name' | 'path'): string => {
  const name = relativePath.replace(/\.[^./]*$/, '');
  return idFrom === 'path' ? name.replaceAll('/', '_') : name.slice(name.lastIndexOf('/') + 1);
};

type StoredFile = {
  readonly location: string;
  readonly byteLength: unknown;
  readonly updated: unknown;
  readonly etag: unknown;
};

async function storedFile({ catalog }: FolderNeeds, { collection }: FolderPlace, id: string) {
  const stored = await catalog.getItem(collection, id, 'all');
  return stored === null ? null : fileOf(documentOf(stored.bytes));
}

/** The file that an item was made from: the asset that says how large it was. */
function fileOf({ assets }: JsonObject): StoredFile | null {
  const all = isObject(assets) ? Object.values(assets).filter(isObject) : [];
  const asset = all.find((each) => each['file:size'] !== undefined && typeof each['href'] === 'string');
  if (asset === undefined) return null;
  const location = locationOfHref(asset['href'] as string);
  if (!/^(?:file|s3):/.test(location)) return null;
  return { location, byteLength: asset['file:size'], updated: asset['updated'], etag: asset['swath:etag'] };
}

const isSame = (stored: StoredFile, { location, byteLength, modified, etag }: FoundFile): boolean =>
  stored.location === location &&
  stored.byteLength === byteLength &&
  (etag === undefined ? stored.updated === modified : stored.etag === etag);

const idsAtOnce = 500;

async function* goneFiles({ catalog, files }: FolderNeeds, { collection, url, gone, idFrom }: FolderPlace) {
  const request = { ...everything, collections: [collection], limit: idsAtOnce, count: 'none' as const };
  const ids = gone === undefined ? null : [...new Set(gone.map((path) => idOf(path, idFrom)))];
  for (let at = 0; at < (ids?.length ?? 1); at += idsAtOnce)
    for await (const { id, bytes } of searchPages(catalog, {
      ...request,
      ids: ids?.slice(at, at + idsAtOnce) ?? null,
    })) {
      const file = fileOf(documentOf(bytes));
      if (file !== null && file.location.startsWith(url) && !(await files.exists(file.location)))
        yield { id, location: file.location };
    }
}
