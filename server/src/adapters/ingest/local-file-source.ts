import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { itemColumn } from '../../exports/columns.ts';
import { type FeatureCursor, scanFeatures } from '../../ingest/scan-features.ts';
import { type RowCursor, splitCsv } from '../../ingest/split-csv.ts';
import { type LineCursor, byLines, byRecords, recordSeparator, splitLines } from '../../ingest/split-lines.ts';
import type { Source } from '../../ingest/source.ts';

const chunkBytes = 256 * 1_024;
const headBytes = 64 * 1_024;

const chunksFrom = (path: string, start: number): AsyncIterable<Uint8Array> =>
  createReadStream(path, { start, highWaterMark: chunkBytes });

/** A file of items: one a line, a FeatureCollection, or a table. */
export async function localFileSource(path: string, format: 'ndjson' | 'geojson' | 'csv'): Promise<Source> {
  const { byteLength, fingerprint, firstByte } = await lookAt(path);
  const isSequence = firstByte === recordSeparator;
  return {
    name: `${format} ${path}`,
    fingerprint,
    unit: 'bytes',
    total: () => byteLength,
    entries(from) {
      if (format === 'ndjson') {
        // Before the first record of a sequence there is nothing.
        const cursor = (from as LineCursor | null) ?? { offset: 0, line: isSequence ? 0 : 1 };
        return splitLines(chunksFrom(path, cursor.offset), cursor, isSequence ? byRecords : byLines);
      }
      if (format === 'csv') {
        const cursor = from as RowCursor | null;
        return splitCsv(chunksFrom(path, cursor?.offset ?? 0), itemColumn, cursor);
      }
      const cursor = from as FeatureCursor | null;
      return scanFeatures(chunksFrom(path, cursor?.offset ?? 0), cursor);
    },
    findCollection: async () => null,
  };
}

export type Look = { readonly byteLength: number; readonly fingerprint: string; readonly firstByte: number | null };

/** Its size, its time and how it begins. */
export async function lookAt(path: string): Promise<Look> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const hash = createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex').slice(0, 32);
    const firstByte = bytesRead > 0 ? buffer[0]! : null;
    return { byteLength: size, fingerprint: `${size} ${mtimeMs} ${hash}`, firstByte };
  } finally {
    await file.close();
  }
}
