import type { BlockPlace } from '../../../imagery/blocks.ts';
import { extentOf } from '../../../imagery/blocks.ts';
import type { Samples } from '../../../imagery/pixels.ts';
import { refuseCorrupt } from '../../../imagery/refuse.ts';
import { decodeBlock } from '../decode/decode-block.ts';
import type { FileBytes } from '../file-bytes.ts';
import { createBlockTable } from '../structure/block-table.ts';
import type { ChoppedGrid } from '../structure/chop-strips.ts';
import { rowBytesOf } from '../structure/stored-grid.ts';

/** Blocks of one grid, stored or decoded; null where a sparse file has none. */
export type BlockReader = {
  readonly stored: ChoppedGrid;
  readStored(place: BlockPlace, plane: number): Promise<Uint8Array | null>;
  /** How many bytes that would be. */
  storedLength(place: BlockPlace, plane: number): Promise<number | null>;
  readSamples(place: BlockPlace, plane: number): Promise<Samples | null>;
};

/** Decoded blocks that neighbours will ask for again; they are copied from, never handed out. */
export type RememberSamples = (key: string, decode: () => Promise<Samples>) => Promise<Samples>;

const rememberNothing: RememberSamples = (_, decode) => decode();

export function createBlockReader(
  file: FileBytes,
  stored: ChoppedGrid,
  remember: RememberSamples = rememberNothing,
): BlockReader {
  const { grid, piecesPerStrip } = stored;
  const rowBytes = rowBytesOf(stored);
  const pieceBytes = rowBytes * grid.blockHeight;
  const stripRows = Math.ceil(grid.rows / piecesPerStrip);
  const isPacked = grid.encoding.compression !== 'none';
  const offsets = createBlockTable(file, stored.offsets, stored.isLittle);
  const byteCounts = stored.byteCounts === null ? null : createBlockTable(file, stored.byteCounts, stored.isLittle);

  const locate = async (place: BlockPlace, plane: number) => {
    const { column, row } = place;
    const index = (plane * stripRows + Math.floor(row / piecesPerStrip)) * grid.columns + column;
    const offset = await offsets.at(index);
    const length = (await byteCounts?.at(index)) ?? Number.POSITIVE_INFINITY;
    if (offset === 0 || length === 0) return null;
    const skipped = (row % piecesPerStrip) * pieceBytes;
    const wanted = isPacked ? length : bytesIn(place);
    if (skipped + wanted > length) throw refuseCorrupt('a block is too short');
    // Compressed data is at worst a little larger than what it holds.
    if (wanted > pieceBytes * 2 + 65_536) throw refuseCorrupt(`a block claims ${wanted} bytes`);
    return { offset: offset + skipped, length: wanted };
  };

  const readStored = async (place: BlockPlace, plane: number): Promise<Uint8Array | null> => {
    const found = await locate(place, plane);
    return found === null ? null : file.readBlock(found.offset, found.length, 'a block');
  };
  const storedLength = async (place: BlockPlace, plane: number) => (await locate(place, plane))?.length ?? null;

  /** Tiles are stored whole, the last strip only as far as the image goes. */
  const rowsIn = (place: BlockPlace) => (grid.isTiled ? grid.blockHeight : extentOf(grid, place).height);
  const bytesIn = (place: BlockPlace) => rowsIn(place) * rowBytes;

  const readSamples = async (place: BlockPlace, plane: number): Promise<Samples | null> => {
    const found = await locate(place, plane);
    if (found === null) return null;
    return remember(`${found.offset}`, async () => {
      const bytes = await file.readBlock(found.offset, found.length, 'a block');
      return decodeBlock(bytes, stored, rowsIn(place));
    });
  };

  return { stored, readStored, storedLength, readSamples };
}
