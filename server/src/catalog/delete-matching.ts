import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import { readPageToken } from './page-token.ts';
import type { RecordDeed } from './record-deed.ts';
import type { SearchRequest } from './search-request.ts';
import { idAlone, idsOn } from './shown/ids-alone.ts';
import type { Visibility } from './visibility.ts';
import type { CollectionPlace } from './write-scope.ts';

/** Items of one transaction: others write between two of them. */
const pageSize = 1_000;

/** `signal` fires when nobody waits any more; the other one says whether the caller is still who it was. */
export type Caller = { readonly signal: AbortSignal; readonly mayGoOn: () => Promise<boolean> };

/** Deletes what a search finds in one collection, page by page, as long as it may; how many there were. */
export async function deleteMatching(
  { catalog }: Pick<Service, 'catalog'>,
  { id, visibility }: Pick<CollectionPlace, 'id' | 'visibility'>,
  conditions: SearchRequest,
  record: (deleted: number) => ReturnType<RecordDeed>,
  { signal, mayGoOn }: Caller,
): Promise<number> {
  if ((await catalog.getCollection(id, visibility)) === null) throw new PlatformError('not_found');
  const request: SearchRequest = { ...conditions, collections: [id], limit: pageSize, count: 'none', fields: idAlone };
  let position: SearchRequest['position'] = null;
  let deleted = 0;
  try {
    for (;;) {
      const { ids, next } = await findIds({ catalog }, { ...request, position }, visibility);
      const keys = ids.map((item) => ({ collection: id, id: item }));
      deleted += await catalog.deleteItems(keys, request);
      if (next === null || signal.aborted) return deleted;
      if (!(await mayGoOn())) throw new PlatformError('unauthorized');
      position = readPageToken(next, request.sort);
    }
  } finally {
    // Also when it was cut short: what is gone is gone.
    if (deleted > 0) await record(deleted);
  }
}

async function findIds({ catalog }: Pick<Service, 'catalog'>, request: SearchRequest, visibility: Visibility) {
  const page = await catalog.showItems(request, visibility, '');
  const ids = idsOn(page);
  page.giveBack();
  return { ids, next: page.next };
}
