import { type Box, boxAround } from '../../geometry/box.ts';
import type { FeatureColumn, FeatureValue } from '../../geometry/feature-layers.ts';
import { type EncodedShape, nullShape } from './encode-shape.ts';
import { headerBytes, indexEntry, recordHead, recordHeadBytes, shapeHeader } from './shape-headers.ts';
import { type ShapeKind, shapeCodes } from './shape-kind.ts';
import { createSpool, pieces } from './spool.ts';
import { createTableSizes } from './table-sizes.ts';
import { createRowWriter, tableEnd, tableHeader } from './table.ts';
import { cellOf } from './table-cells.ts';

/** The `.shp`, the `.shx` and the `.dbf` of features of one kind, as they grow. */
export type Shapefile = {
  /** False where a file would become longer than readers can bear; nothing is put then. */
  put(shape: EncodedShape | null, values: readonly FeatureValue[]): boolean;
  /** By their ending. */
  files(nowMs: number): readonly (readonly [ending: string, bytes: Iterable<Uint8Array>])[];
  close(): void;
};

/** Readers count bytes in a signed number of 32 bits. */
const longestFile = 2 ** 31 - 1;

export function createShapefile(
  folder: string,
  kind: ShapeKind,
  columns: readonly FeatureColumn[],
  mostBytes = longestFile,
): Shapefile {
  const [shapes, index, rows] = [createSpool(folder), createSpool(folder), createSpool(folder)];
  const sizes = createTableSizes(columns);
  let count = 0;
  let extent: Box | null = null;

  function putShape(content: Buffer): void {
    index.put(indexEntry(headerBytes + shapes.bytes, content.length));
    shapes.put(recordHead(count, content.length), content);
  }

  function* table(nowMs: number): Iterable<Uint8Array> {
    const sized = sizes.sized();
    yield tableHeader(sized, count, nowMs);
    const rowOf = createRowWriter(sized);
    for (const cells of pieces(rows.read())) yield rowOf(cells);
    yield tableEnd;
  }

  function* shapePart(spool: typeof shapes): Iterable<Uint8Array> {
    yield shapeHeader(shapeCodes[kind], headerBytes + spool.bytes, extent);
    yield* spool.read();
  }

  return {
    put(shape, values) {
      const content = shape?.content ?? nullShape;
      const cells = columns.map(({ type }, i) => cellOf(values[i] ?? null, type));
      const isTooLong =
        headerBytes + shapes.bytes + recordHeadBytes + content.length > mostBytes ||
        sizes.bytesWith(cells, count + 1) > mostBytes;
      if (isTooLong && count > 0) return false;
      count += 1;
      sizes.widen(cells);
      putShape(content);
      rows.put(...packed(cells));
      if (shape !== null) extent = boxAround(extent, shape.box);
      return true;
    },
    files: (nowMs) => [
      ['shp', shapePart(shapes)],
      ['shx', shapePart(index)],
      ['dbf', table(nowMs)],
    ],
    close() {
      for (const spool of [shapes, index, rows]) spool.close();
    },
  };
}

/** The length of all, then each cell with its own. */
function packed(cells: readonly Buffer[]): readonly Uint8Array[] {
  const head = Buffer.allocUnsafe(4);
  head.writeUInt32LE(cells.reduce((sum, { length }) => sum + 1 + length, 0));
  return [head, ...cells.flatMap((cell) => [Buffer.of(cell.length), cell])];
}
