import { isObject } from '../catalog/refuse.ts';
import { PlatformError } from '../shared/errors.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import { withAbsoluteHrefs } from './absolute-hrefs.ts';
import { textIn } from './judge-entry.ts';
import type { Content, Entry, Source } from './source.ts';

/** A file that was fetched from an address: what it names lies there and beyond, never on this machine. */
export function fetchedSource(source: Source, address: string): Source {
  const base = withoutSecrets(address);
  return {
    ...source,
    entries: (from) => entriesFrom(source.entries(from), base),
    async findCollection(id, item) {
      const found = await source.findCollection(id, item);
      return isObject(found) ? withAbsoluteHrefs(found, base) : found;
    },
  };
}

/** Relative hrefs become addresses that anybody reads. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  [url.username, url.password, url.search, url.hash] = ['', '', '', ''];
  return url.href;
}

async function* entriesFrom(entries: AsyncIterable<Entry>, base: string): AsyncGenerator<Entry> {
  for await (const entry of entries) yield { ...entry, content: contentFrom(entry.content, base) };
}

function contentFrom(content: Content, base: string): Content {
  if (content.kind !== 'text' && content.kind !== 'item' && content.kind !== 'collection') return content;
  const document = content.kind === 'text' ? parsed(content.bytes) : content.document;
  // What is no document at all is told by who judges it.
  if (!isObject(document)) return content;
  try {
    const kind = content.kind === 'collection' ? 'collection' : 'item';
    return { ...(content.kind === 'item' ? content : {}), kind, document: withAbsoluteHrefs(document, base) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const id = typeof document['id'] === 'string' ? document['id'] : null;
    return { kind: 'problem', id, reason: error.message, text: JSON.stringify(document) };
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(textIn(bytes));
  } catch {
    return null;
  }
}
