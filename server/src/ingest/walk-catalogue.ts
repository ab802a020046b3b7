import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { PlatformError } from '../shared/errors.ts';
import { linkedFrom, withAbsoluteHrefs } from './absolute-hrefs.ts';
import { inOrder } from './in-order.ts';
import type { Documents } from './ports.ts';
import type { Content, Cursor, Entry, Source } from './source.ts';

/** `found`: every catalogue and collection that links led to, in order; those before `head` are done. */
export type CatalogueCursor = {
  readonly found: readonly string[];
  readonly head: number;
  /** Of the items of the one at `head`, how many are done, and of how many. */
  readonly items: number;
  readonly itemsOf: number;
  readonly done: number;
};

const documentsAtOnce = 8;

/** A static catalogue: catalogues and collections breadth first, each once, whatever circles their links make. */
export function catalogueSource(
  documents: Documents,
  { name, root, fingerprint }: { readonly name: string; readonly root: string; readonly fingerprint: string },
): Source {
  return {
    name,
    fingerprint,
    unit: 'items',
    total: () => null,
    entries: (from) => walk(documents, (from as CatalogueCursor | null) ?? startAt(root)),
    findCollection: (id, item) => findLinkedCollection(documents, id, item, root),
  };
}

const startAt = (root: string): CatalogueCursor => ({ found: [root], head: 0, items: 0, itemsOf: 0, done: 0 });

async function* walk(documents: Documents, from: CatalogueCursor): AsyncGenerator<Entry> {
  const found = [...from.found];
  const known = new Set(found);
  let { done } = from;

  // The list only grows: the beginning that a cursor speaks of is cut out when it is written, not for each item.
  function cursorAt(head: number, items = 0, itemsOf = 0): Cursor {
    const count = found.length;
    return { found: { toJSON: () => found.slice(0, count) }, head, items, itemsOf, done };
  }

  for (let head = from.head; head < found.length; head++) {
    const url = found[head]!;
    const content = await readContent(documents, url);
    const node = content.kind === 'node' ? content.document : null;
    if (content.kind !== 'node') {
      yield { position: url, content, next: cursorAt(head + 1), done: ++done };
      continue;
    }
    for (const child of linkedFrom(node!, 'child', url))
      if (!known.has(child)) {
        known.add(child);
        found.push(child);
      }
    if (node!['type'] === 'Collection')
      yield { position: url, content: collectionOf(node!, url), next: cursorAt(head), done };
    const items = linkedFrom(node!, 'item', url);
    // Where other items are linked now, counting those of before would leave some out.
    const isSame = head === from.head && items.length === from.itemsOf;
    let index = isSame ? from.items : 0;
    const read = async (item: string) => ({ item, content: await readContent(documents, item) });
    for await (const { item, content: inner } of inOrder(items.slice(index), documentsAtOnce, read)) {
      done++;
      index++;
      yield { position: item, content: asItem(inner, item), next: cursorAt(head, index, items.length), done };
    }
  }
}

type Node = { readonly kind: 'node'; readonly document: JsonObject };
type Read = Exclude<Content, { kind: 'text' }> | Node;

async function readContent(documents: Documents, url: string): Promise<Read> {
  try {
    const document = await documents.read({ url, method: 'GET' });
    if (!isObject(document)) return problem('is no STAC document');
    if (document['type'] === 'Catalog' || document['type'] === 'Collection' || isOldCatalogue(document))
      return { kind: 'node', document };
    if (document['type'] === 'Feature') return { kind: 'item', document: withAbsoluteHrefs(document, url) };
    return problem(`is no STAC document: its type is ${JSON.stringify(document['type'] ?? null)}`);
  } catch (error) {
    // What may pass ends the ingest, which can go on later; what will not is told and left behind.
    if (!(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
    return problem(error.message);
  }
}

/** Before STAC 1.0 only items had a type; roots of orders, ours among them, are such documents still. */
const isOldCatalogue = ({ type, stac_version: version, links }: JsonObject): boolean =>
  type === undefined && typeof version === 'string' && Array.isArray(links);

const problem = (reason: string): Read => ({ kind: 'problem', id: null, reason, text: null });

const asItem = (content: Read, url: string): Content =>
  content.kind === 'node'
    ? {
        kind: 'problem',
        id: null,
        reason: `is linked as an item, but is a ${String(content.document['type'])}`,
        text: url,
      }
    : content;

function collectionOf(document: JsonObject, url: string): Content {
  try {
    return { kind: 'collection', document: withAbsoluteHrefs(withoutTree(document), url) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { kind: 'problem', id: null, reason: error.message, text: null };
  }
}

const treeRelations = new Set(['child', 'item', 'items']);

/** Its items are the catalogue's now: links to each of them would lead elsewhere, and may be millions. */
export function withoutTree(document: JsonObject): JsonObject {
  const { links } = document;
  if (!Array.isArray(links)) return document;
  return { ...document, links: links.filter((link) => !isObject(link) || !treeRelations.has(String(link['rel']))) };
}

async function findLinkedCollection(
  documents: Documents,
  id: string,
  item: JsonObject,
  root: string,
): Promise<unknown> {
  const [url] = linkedFrom(item, 'collection', root);
  if (url === undefined) return null;
  const content = await readContent(documents, url);
  if (content.kind !== 'node' || content.document['id'] !== id) return null;
  return withAbsoluteHrefs(withoutTree(content.document), url);
}
