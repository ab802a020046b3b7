import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Content, Entry, Source } from '../../ingest/source.ts';
import { type ItemFile, type ReadRow, openItemFile } from '../geoparquet/read-items.ts';
import { lookAt } from './local-file-source.ts';

type RowCursor = { readonly group: number; readonly row: number; readonly done: number };

const beginning: RowCursor = { group: 0, row: 0, done: 0 };

/** A stac-geoparquet file: row group by row group, of which each column has a page in memory. */
export async function geoParquetSource(path: string): Promise<Source> {
  const { fingerprint } = await lookAt(path);
  const { rows, collections } = withFile(path, ({ rows: count, collections: found }) => ({
    rows: count,
    collections: found,
  }));
  return {
    name: `geoparquet ${path}`,
    fingerprint,
    unit: 'items',
    total: () => rows,
    entries: (from) => readEntries(path, (from as RowCursor | null) ?? beginning),
    findCollection: async (id) => collections.get(id) ?? null,
  };
}

async function* readEntries(path: string, from: RowCursor): AsyncGenerator<Entry> {
  const descriptor = openSync(path, 'r');
  try {
    let { done } = from;
    for await (const { group, row, item, problem } of openDescriptor(descriptor).read(from)) {
      done++;
      yield {
        position: `row ${done}`,
        content: problem === null ? { kind: 'item', document: item } : unreadable(item, problem),
        next: { group, row: row + 1, done },
        done,
      };
    }
  } finally {
    closeSync(descriptor);
  }
}

const unreadable = ({ id = null }: ReadRow['item'], reason: string): Content => ({
  kind: 'problem',
  id: typeof id === 'string' ? id : null,
  reason,
  text: null,
});

function withFile<T>(path: string, use: (file: ItemFile) => T): T {
  const descriptor = openSync(path, 'r');
  try {
    return use(openDescriptor(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

const openDescriptor = (descriptor: number): ItemFile =>
  openItemFile({
    byteLength: fstatSync(descriptor).size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
    },
  });
