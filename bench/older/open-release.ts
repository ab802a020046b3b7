import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import type { parseCollection } from '../../server/src/catalog/collection.ts';
import type { readSearchBody } from '../../server/src/catalog/languages/search-parameters.ts';
import { readPageToken, type writePageToken } from '../../server/src/catalog/page-token.ts';
import { defaultSort } from '../../server/src/catalog/sort.ts';
import { createProgress, loadBatch } from '../search/load.ts';
import { collectionDocument, madeCollections } from '../search/items/collections.ts';
import { type Query, type SearchBody, bodyOf } from '../search/kinds/query.ts';
import { makeBatches } from '../search/make-items.ts';
import { declared } from '../search/store.ts';

export type Release = {
  /** A query as a call: what the store is asked for is read before, by the release's own reader. */
  prepare(query: Query, limit: number): () => Promise<unknown>;
  close(): Promise<void>;
};

type Parts = {
  readonly openSqliteCatalog: typeof openSqliteCatalog;
  readonly parseCollection: typeof parseCollection;
  readonly readSearchBody: typeof readSearchBody;
  readonly writePageToken: typeof writePageToken;
};

/** A store of compiled sources, loaded with the same items by its own verb. */
export async function openRelease(dist: string, file: string, items: number): Promise<Release> {
  const part = (name: string) => import(pathToFileURL(join(dist, name)).href) as Promise<Parts>;
  const { openSqliteCatalog } = await part('adapters/sqlite/catalog/open.js');
  const { parseCollection } = await part('catalog/collection.js');
  const { readSearchBody } = await part('catalog/languages/search-parameters.js');
  const { writePageToken } = await part('catalog/page-token.js');
  // No release knows the tokens of a later one.
  const withOwnToken = (body: SearchBody): SearchBody =>
    typeof body['token'] === 'string'
      ? { ...body, token: writePageToken(readPageToken(body['token'], defaultSort), defaultSort) }
      : body;
  const readers = Math.min(4, availableParallelism());
  const { catalog, close } = await openSqliteCatalog(file, { declared, readers });
  for (const made of madeCollections)
    await catalog.putCollection(parseCollection(collectionDocument(made)), 'upsert', null);
  const progress = createProgress(items);
  let stored = 0;
  for (const batch of makeBatches(0, items)) {
    await loadBatch(catalog, batch);
    progress((stored += batch.items));
  }
  return {
    prepare(query, limit) {
      if (query.ask === 'item') return () => catalog.getItem(query.collection, query.id, 'all');
      const visibility = query.grant === null ? 'all' : new Set([query.grant]);
      const request = readSearchBody(withOwnToken(bodyOf(query, limit)));
      return () => catalog.search(request, visibility);
    },
    close,
  };
}
