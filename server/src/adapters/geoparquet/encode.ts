import type { ItemEncoder } from '../../exports/item-encoder.ts';
import type { Output } from './write/column-chunk.ts';
import { fileMetadata } from './write/file-metadata.ts';
import { encodeFooter, leavesOf } from './write/footer.ts';
import { appendBytes, growingBytes, writtenBytes } from './write/growing.ts';
import { newItemColumns, putItem } from './write/item-columns.ts';
import { writeMissingChunks, writeRowGroup } from './write/row-group.ts';

export type GeoParquetOptions = {
  /** Documents of the collections that the items are of, by their ids, where they are known. */
  readonly collections?: Readonly<Record<string, unknown>>;
  readonly rowsAGroup?: number;
  /** Of the documents of a row group. */
  readonly bytesAGroup?: number;
};

const mostRows = 10_000;
const mostBytes = 12 * 1_024 * 1_024;

/** Items as stac-geoparquet in one pass: a row group is held, and of what was before where it lies. */
export function createGeoParquetEncoder(options: GeoParquetOptions = {}): ItemEncoder {
  const { collections = {}, rowsAGroup = mostRows, bytesAGroup = mostBytes } = options;
  const columns = newItemColumns();
  const { root } = columns;
  const output: Output = { pending: growingBytes(), before: 0 };
  const rowsOf: number[] = [];
  let heldBytes = 0;
  appendBytes(output.pending, Buffer.from('PAR1'));

  function endGroup(): void {
    rowsOf.push(root.space.count);
    writeRowGroup(output, root, rowsOf.length - 1);
    heldBytes = 0;
  }

  return {
    encode(items) {
      for (const item of items) {
        putItem(columns, Buffer.isBuffer(item) ? item : Buffer.from(item.buffer, item.byteOffset, item.length));
        heldBytes += item.length;
        if (root.space.count >= rowsAGroup || heldBytes >= bytesAGroup) endGroup();
      }
      return handOut(output);
    },
    finish() {
      if (root.space.count > 0) endGroup();
      for (const leaf of leavesOf(root)) writeMissingChunks(output, leaf, rowsOf);
      const footer = encodeFooter({ root, rowsOf, metadata: fileMetadata(columns, collections) });
      return Buffer.concat([handOut(output), footer]);
    },
  };
}

/** What is to be written now, good until the next is: it lies where that will. */
function handOut(output: Output): Uint8Array {
  const bytes = writtenBytes(output.pending);
  output.before += bytes.length;
  output.pending.length = 0;
  return bytes;
}
