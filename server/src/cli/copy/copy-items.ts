import { type ContentDigest, createContentDigest, isSame } from '../../adapters/postgres/moving/content-digest.ts';
import { parseCollection } from '../../catalog/collection.ts';
import { parseItem } from '../../catalog/item.ts';
import type { Catalog, WriteOutcome } from '../../catalog/ports.ts';
import { documentOf } from '../../catalog/stored-document.ts';
import { errorText } from '../../shared/error-text.ts';

export type CopiedCatalog = {
  readonly collections: number;
  readonly items: ContentDigest;
  /** The numbers of their arrival in the target, in order. */
  readonly arrivals: readonly number[];
};

export type CopySource = { readonly catalog: Catalog; readonly ownCollections: readonly Uint8Array[] };
export type CopyWatch = { progressed(items: number): void; isStopping(): boolean };

const itemsAtOnce = 500;

/** Everything in the order of its arrival; what is there already, from a copy that broke off, is passed over. */
export async function copyCatalog(from: CopySource, to: Catalog, watch: CopyWatch): Promise<CopiedCatalog> {
  for (const bytes of from.ownCollections) {
    const document = documentOf(bytes);
    const collection = reading(`collection ${String(document['id'])}`, () => parseCollection(document));
    requireStored(`collection ${collection.id}`, (await to.putCollection(collection, 'upsert', null)).outcome);
  }
  let copied = 0;
  for await (const some of itemsOf(from.catalog)) {
    if (watch.isStopping()) throw new Error('stopped: run it again to go on');
    const writes = some.map(({ id, collection, bytes }) => ({
      item: reading(`item ${id} of ${collection}`, () => parseItem(documentOf(bytes))),
      ifMatch: null,
    }));
    for (const { id, outcome } of await to.putItems(writes, 'upsert')) requireStored(`item ${id}`, outcome);
    watch.progressed((copied += some.length));
  }
  const [given, stored] = [await contentOf(from.catalog), await contentOf(to)];
  if (!isSame(given.items, stored.items) || given.collections !== stored.collections)
    throw new Error(
      `the catalogue of the target is not that of the source: ${stored.items.rows} of ${given.items.rows} items and ${stored.collections} of ${given.collections} collections, or other content`,
    );
  return stored;
}

/** What an earlier release took may be refused today: then it is named, so that it can be mended. */
function reading<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Error(`the ${what} is refused: ${errorText(error)}: mend or delete it, and run this again`, {
      cause: error,
    });
  }
}

function requireStored(what: string, outcome: WriteOutcome): void {
  if (!['created', 'replaced', 'unchanged'].includes(outcome)) throw new Error(`the ${what} was refused: ${outcome}`);
}

async function contentOf(catalog: Catalog): Promise<CopiedCatalog> {
  const items = createContentDigest();
  const arrivals: number[] = [];
  for await (const some of itemsOf(catalog))
    for (const { arrival, collection, id, etag } of some) {
      items.add([collection, id, etag]);
      arrivals.push(arrival);
    }
  return { collections: await countCollections(catalog), items: items.result(), arrivals };
}

async function countCollections(catalog: Catalog): Promise<number> {
  let [count, token]: [number, string | null] = [0, null];
  do {
    const page: Awaited<ReturnType<Catalog['listCollections']>> = await catalog.listCollections(
      { limit: 1_000, token },
      'all',
    );
    count += page.found.length;
    token = page.next;
  } while (token !== null);
  return count;
}

async function* itemsOf(catalog: Catalog) {
  for (let after = 0; ;) {
    const { found, last } = await catalog.arrivals(after, itemsAtOnce, 'all');
    if (found.length > 0) yield found;
    if (last === after) return;
    after = last;
  }
}
