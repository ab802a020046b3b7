import type { BlockGrid } from '../../../imagery/image.ts';
import { refuseCorrupt, refuseFormat } from '../../../imagery/refuse.ts';
import type { Directory, Field } from './directory.ts';
import { type SampleLayout, readSampleLayout } from './sample-layout.ts';
import { tag } from './tags.ts';
import { numberOf, requiredNumber } from './values.ts';

/** A grid of blocks and where its bytes lie. */
export type StoredGrid = {
  readonly grid: BlockGrid;
  readonly layout: SampleLayout;
  /** Bands in one block. */
  readonly bandsPerBlock: number;
  readonly planes: number;
  readonly offsets: Field;
  /** Uncompressed files may leave them out. */
  readonly byteCounts: Field | null;
  readonly isLittle: boolean;
};

const maxSide = 2 ** 31 - 1;

/** What a decoded block may take; a worker holds a few at a time. */
export const maxBlockBytes = 128 * 1024 * 1024;

export function readStoredGrid(directory: Directory, use: 'pixels' | 'mask'): StoredGrid {
  const layout = readSampleLayout(directory, use);
  const width = readSide(directory, tag.imageWidth, 'width');
  const height = readSide(directory, tag.imageLength, 'height');
  const isTiled = directory.fields.has(tag.tileWidth) || directory.fields.has(tag.tileOffsets);
  const { blockWidth, blockHeight } = isTiled ? tileSize(directory) : stripSize(directory, width, height);
  const [columns, rows] = [Math.ceil(width / blockWidth), Math.ceil(height / blockHeight)];
  const { encoding, samplesPerPixel } = layout;
  const isInPlanes = encoding.arrangement === 'planes';
  const grid = { width, height, isTiled, blockWidth, blockHeight, columns, rows, encoding };
  const stored = {
    grid,
    layout,
    bandsPerBlock: isInPlanes ? 1 : samplesPerPixel,
    planes: isInPlanes ? samplesPerPixel : 1,
    ...readTables(directory, isTiled, encoding.compression === 'none'),
    isLittle: directory.isLittle,
  };
  refuseLies(stored);
  return stored;
}

export const rowBytesOf = ({ grid, layout, bandsPerBlock }: StoredGrid): number =>
  Math.ceil((grid.blockWidth * bandsPerBlock * layout.bitsPerSample) / 8);

function readSide(directory: Directory, number: number, name: string): number {
  const side = requiredNumber(directory, number, name);
  if (!Number.isInteger(side) || side < 1 || side > maxSide) throw refuseCorrupt(`a ${name} of ${side} pixels`);
  return side;
}

function tileSize(directory: Directory) {
  const blockWidth = readSide(directory, tag.tileWidth, 'tile width');
  const blockHeight = readSide(directory, tag.tileLength, 'tile height');
  return { blockWidth, blockHeight };
}

function stripSize(directory: Directory, width: number, height: number) {
  const rows = numberOf(directory, tag.rowsPerStrip, height);
  if (!Number.isInteger(rows) || rows < 1) throw refuseCorrupt(`strips of ${rows} rows`);
  return { blockWidth: width, blockHeight: Math.min(rows, height) };
}

function readTables({ fields }: Directory, isTiled: boolean, isUncompressed: boolean) {
  const offsets = fields.get(isTiled ? tag.tileOffsets : tag.stripOffsets);
  const byteCounts = fields.get(isTiled ? tag.tileByteCounts : tag.stripByteCounts) ?? null;
  if (offsets === undefined || (byteCounts === null && !isUncompressed))
    throw refuseCorrupt('it has no index of blocks');
  return { offsets, byteCounts };
}

function refuseLies(stored: StoredGrid): void {
  const { grid, planes, offsets, byteCounts } = stored;
  const blocks = grid.columns * grid.rows * planes;
  const listed = Math.min(offsets.count, byteCounts?.count ?? offsets.count);
  if (listed < blocks) throw refuseCorrupt(`its index lists ${listed} of ${blocks} blocks`);
  const blockBytes = rowBytesOf(stored) * grid.blockHeight;
  const isRowWise = grid.encoding.compression === 'none' && !grid.isTiled;
  if (blockBytes > maxBlockBytes && !isRowWise) {
    throw refuseFormat(`${grid.isTiled ? 'tiles' : 'strips'} of ${Math.ceil(blockBytes / 2 ** 20)} MiB are`);
  }
}
