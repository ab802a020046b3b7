import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { changeStored } from './change-stored.ts';
import { type Collection, parseCollection } from './collection.ts';
import { namesOwnAssets, patchAsRead, restoreLocations } from './local-href.ts';
import type { Patch } from './patch/patch.ts';
import type { StoredCollection, WriteMode } from './ports.ts';
import type { RecordDeed } from './record-deed.ts';
import { documentOf } from './stored-document.ts';
import type { Visibility } from './visibility.ts';
import { type Kept, type WriteConditions, type Written, modeOf, requireKept } from './write-conditions.ts';
import { type CollectionPlace, requireGranted, requireVisible } from './write-scope.ts';

type Needs = Pick<Service, 'catalog'>;

export async function createCollection(
  needs: Needs,
  visibility: Visibility,
  json: unknown,
  conditions: WriteConditions,
  record: RecordDeed,
): Promise<Written<StoredCollection>> {
  const collection = parseCollection(json);
  requireGranted(collection.id, visibility);
  return put(needs, collection, modeOf(conditions, 'insert'), conditions, record);
}

/** Replaces a collection, or creates it where the conditions say so. */
export async function putCollection(
  needs: Needs,
  { id, visibility, assetsHome }: CollectionPlace,
  json: unknown,
  conditions: WriteConditions,
  record: RecordDeed,
): Promise<Written<StoredCollection>> {
  const stored = namesOwnAssets(json, assetsHome) ? await needs.catalog.getCollection(id, visibility) : null;
  const read = restoreLocations(json, stored === null ? null : documentOf(stored.bytes), assetsHome);
  const collection = parseCollection(read, id);
  const mode = modeOf(conditions, 'replace');
  if (mode === 'replace') requireVisible(id, visibility);
  else requireGranted(id, visibility);
  return put(needs, collection, mode, conditions, record);
}

async function put(
  { catalog }: Needs,
  collection: Collection,
  mode: WriteMode,
  conditions: WriteConditions,
  record: RecordDeed,
): Promise<Written<StoredCollection>> {
  const { outcome, etag } = await catalog.putCollection(collection, mode, conditions.ifMatch);
  requireKept(outcome, conditions);
  await recordWrite(outcome, collection.id, record);
  return { document: await asShown(catalog, collection, etag), isNew: outcome === 'created' };
}

/** What was written, with what its items tell. */
async function asShown(
  catalog: Needs['catalog'],
  collection: Collection,
  etag: string | null,
): Promise<StoredCollection> {
  return etag === collection.etag ? collection : ((await catalog.getCollection(collection.id, 'all')) ?? collection);
}

async function recordWrite(outcome: Kept, id: string, record: RecordDeed): Promise<void> {
  if (outcome !== 'unchanged') await record(outcome === 'created' ? 'collection.create' : 'collection.replace', id);
}

export async function patchCollection(
  { catalog }: Needs,
  { id, visibility, assetsHome }: CollectionPlace,
  patch: Patch,
  ifMatch: string | null,
  record: RecordDeed,
): Promise<StoredCollection> {
  let isChanged = false;
  let shownEtag: string | null = null;
  const shelf = {
    read: () => catalog.getCollection(id, visibility),
    parse: (json: unknown) => parseCollection(json, id),
    write: async (collection: Collection, before: string) => {
      const { outcome, etag } = await catalog.putCollection(collection, 'replace', before);
      isChanged = outcome === 'replaced';
      shownEtag = etag;
      return outcome;
    },
  };
  const collection = await changeStored(shelf, patchAsRead(patch, assetsHome), ifMatch);
  if (isChanged) await recordWrite('replaced', id, record);
  return asShown(catalog, collection, shownEtag);
}

/** With all its items. */
export async function deleteCollection(
  { catalog }: Needs,
  { id, visibility }: Pick<CollectionPlace, 'id' | 'visibility'>,
  ifMatch: string | null,
  record: RecordDeed,
): Promise<void> {
  requireVisible(id, visibility);
  const outcome = await catalog.deleteCollection(id, ifMatch);
  if (outcome === 'missing') throw new PlatformError('not_found');
  if (outcome === 'precondition_failed') requireKept(outcome, { isCreateOnly: false });
  await record('collection.delete', id);
}
