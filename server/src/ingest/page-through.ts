import { type JsonObject, isObject } from '../catalog/refuse.ts';
import { requireLonLat } from '../catalog/require-lon-lat.ts';
import { PlatformError } from '../shared/errors.ts';
import { linkedFrom, withAbsoluteHrefs } from './absolute-hrefs.ts';
import type { DocumentRequest, Documents } from './ports.ts';
import type { Content, Entry, Source } from './source.ts';
import { withoutTree } from './walk-catalogue.ts';

/** A page by the request for it, and how many of its items are done. */
export type PageCursor = { readonly request: DocumentRequest; readonly items: number; readonly done: number };

export type ApiPlace = {
  readonly name: string;
  /** The landing page. */
  readonly root: string;
  readonly first: DocumentRequest;
};

/** Pages that are empty but have a next: some servers filter after they cut pages. */
const mostEmptyPages = 1_000;

/** Another STAC API, page after page by its own links. */
export function apiSource(documents: Documents, { name, root, first }: ApiPlace): Source {
  let total: number | null = null;
  return {
    name,
    // Items come and go there all the time: a token is the server's promise to go on.
    fingerprint: JSON.stringify(first),
    unit: 'items',
    total: () => total,
    entries: (from) => {
      const cursor = from as PageCursor | null;
      return pages(documents, cursor ?? { request: first, items: 0, done: 0 }, (matched) => (total ??= matched));
    },
    findCollection: (id) => findCollection(documents, root, id),
  };
}

async function* pages(
  documents: Documents,
  from: PageCursor,
  tellMatched: (matched: number) => void,
): AsyncGenerator<Entry> {
  let { done } = from;
  let skip = from.items;
  let emptyPages = 0;
  for (let request: DocumentRequest | null = from.request; request !== null;) {
    const isGoneOn = request === from.request && from.done > 0;
    const page = await documents.read(request).catch((error: unknown) => refuse(error, isGoneOn));
    if (!isObject(page) || !Array.isArray(page['features']))
      throw new PlatformError('invalid_parameters', `${request.url} did not answer with a page of items`);
    requireLonLat(page);
    const matched = matchedOf(page);
    if (matched !== null) tellMatched(matched);
    const features = page['features'] as readonly unknown[];
    const next: DocumentRequest | null = nextOf(page, request);
    emptyPages = features.length === 0 ? emptyPages + 1 : 0;
    if (next !== null && (JSON.stringify(next) === JSON.stringify(request) || emptyPages > mostEmptyPages))
      throw new PlatformError('invalid_parameters', `${request.url} has pages without end`);
    for (const [index, feature] of features.entries()) {
      if (index < skip) continue;
      done++;
      const isLast = index === features.length - 1 && next !== null;
      const cursor: PageCursor = isLast ? { request: next, items: 0, done } : { request, items: index + 1, done };
      yield { position: `item ${done}`, content: itemOf(feature, request.url), next: cursor, done };
    }
    skip = 0;
    request = next;
  }
}

/** Tokens do not live for ever. */
function refuse(error: unknown, isGoneOn: boolean): never {
  if (!isGoneOn || !(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
  throw new PlatformError(
    error.kind,
    `${error.message}: it may not know its old pages any more, --restart begins anew`,
  );
}

function itemOf(feature: unknown, pageUrl: string): Content {
  if (!isObject(feature)) return { kind: 'item', document: feature };
  try {
    const [self] = linkedFrom(feature, 'self', pageUrl);
    return { kind: 'item', document: withAbsoluteHrefs(feature, self ?? pageUrl) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const id = typeof feature['id'] === 'string' ? feature['id'] : null;
    return { kind: 'problem', id, reason: error.message, text: JSON.stringify(feature) };
  }
}

/** Under the names of the present and of an older extension. */
function matchedOf({ numberMatched, context }: JsonObject): number | null {
  const matched = numberMatched ?? (isObject(context) ? context['matched'] : null);
  return typeof matched === 'number' ? matched : null;
}

function nextOf({ links }: JsonObject, { url, body }: DocumentRequest): DocumentRequest | null {
  const link = Array.isArray(links) ? links.filter(isObject).find(({ rel }) => rel === 'next') : undefined;
  if (link === undefined || typeof link['href'] !== 'string' || !URL.canParse(link['href'], url)) return null;
  const headers = isObject(link['headers']) ? { headers: plainHeaders(link['headers']) } : {};
  const href = new URL(link['href'], url).href;
  const isPost = typeof link['method'] === 'string' && link['method'].toUpperCase() === 'POST';
  if (!isPost) return { url: href, method: 'GET', ...headers };
  const own = isObject(link['body']) ? link['body'] : {};
  const merged = link['merge'] === true && isObject(body) ? { ...body, ...own } : own;
  return { url: href, method: 'POST', body: merged, ...headers };
}

const plainHeaders = (headers: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string] => typeof header[1] === 'string' && /^x-|^accept/i.test(header[0]),
    ),
  );

async function findCollection(documents: Documents, root: string, id: string): Promise<unknown> {
  const base = root.endsWith('/') ? root : `${root}/`;
  const url = new URL(`collections/${encodeURIComponent(id)}`, base).href;
  try {
    const document = await documents.read({ url, method: 'GET' });
    if (!isObject(document) || document['id'] !== id) return null;
    return withAbsoluteHrefs(withoutTree(document), url);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'unavailable') throw error;
    return null;
  }
}
