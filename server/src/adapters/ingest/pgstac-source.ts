import { createReadStream } from 'node:fs';
import { type JsonObject, asObject } from '../../catalog/refuse.ts';
import { type CopySection, isEnd, readHeader, readRow } from '../../ingest/pgstac/copy-row.ts';
import { baseItem, hydrate } from '../../ingest/pgstac/hydrate.ts';
import { type LineCursor, splitLines } from '../../ingest/split-lines.ts';
import type { Content, Entry, Source } from '../../ingest/source.ts';
import { errorText } from '../../shared/error-text.ts';
import { PlatformError } from '../../shared/errors.ts';
import { readWkb } from '../geoparquet/read/wkb.ts';
import { lookAt } from './local-file-source.ts';

/** Items lie in a table, or in one for each collection, or for each collection and time. */
const isItemTable = (table: string): boolean => table === 'items' || table.startsWith('_items_');

type Cursor = LineCursor & { readonly section: CopySection | null };
type Row = ReadonlyMap<string, string | null>;
type Line = { readonly text: string; readonly entry: Entry };

const beginning: Cursor = { offset: 0, line: 1, section: null };

/** What `pg_dump` wrote of a pgstac, as text: its collections and its items, made whole again. */
export async function pgstacSource(path: string): Promise<Source> {
  const { byteLength, fingerprint } = await lookAt(path);
  const collections = await readCollections(path);
  if (collections.size === 0)
    throw new PlatformError(
      'invalid_parameters',
      `${path} has no collections of pgstac: make it with pg_dump --schema=pgstac --format=plain`,
    );
  return {
    name: `pgstac ${path}`,
    fingerprint,
    unit: 'bytes',
    total: () => byteLength,
    entries: (from) => entriesOf(path, (from as Cursor | null) ?? beginning, collections),
    findCollection: async (id) => collections.get(id) ?? null,
  };
}

/** First of all: a dump may have them behind its items. */
async function readCollections(path: string): Promise<ReadonlyMap<string, JsonObject>> {
  const collections = new Map<string, JsonObject>();
  for await (const { section, text } of rowsOf(path, beginning)) {
    if (section.table !== 'collections') continue;
    const content = asObject(JSON.parse(readRow(text, section).get('content') ?? 'null'), 'content');
    collections.set(String(content['id']), content);
  }
  return collections;
}

async function* entriesOf(
  path: string,
  from: Cursor,
  collections: ReadonlyMap<string, JsonObject>,
): AsyncGenerator<Entry> {
  for await (const { section, text, entry } of rowsOf(path, from)) {
    if (!isItemTable(section.table)) continue;
    const content = text === '' ? entry.content : itemOf(readRow(text, section), collections);
    yield { ...entry, content, next: { ...entry.next, section } };
  }
}

/** The rows of all sections from there on. */
async function* rowsOf(path: string, from: Cursor): AsyncGenerator<Line & { readonly section: CopySection }> {
  let { section } = from;
  for await (const entry of splitLines(createReadStream(path, { start: from.offset }), from)) {
    // What is too long to be held is told as it is, where it is a row.
    const text = entry.content.kind === 'text' ? utf8.decode(entry.content.bytes) : '';
    if (section === null) section = readHeader(text);
    else if (isEnd(text)) section = null;
    else yield { section, text, entry };
  }
}

const utf8 = new TextDecoder();

function itemOf(row: Row, collections: ReadonlyMap<string, JsonObject>): Content {
  const id = row.get('id') ?? null;
  try {
    const collection = row.get('collection') ?? '';
    const home = collections.get(collection);
    const own = asObject(JSON.parse(row.get('content') ?? 'null'), 'content');
    const wkb = row.get('geometry') ?? null;
    const geometry = wkb === null ? null : readWkb(Buffer.from(wkb, 'hex'));
    const item = { type: 'Feature', id, collection, geometry, ...own };
    return { kind: 'item', document: home === undefined ? item : hydrate(item, baseItem(home)) };
  } catch (error) {
    return { kind: 'problem', id, reason: errorText(error), text: null };
  }
}
