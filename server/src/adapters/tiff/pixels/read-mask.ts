import { extentOf, overlap } from '../../../imagery/blocks.ts';
import type { PixelWindow, Samples } from '../../../imagery/pixels.ts';
import type { BlockReader } from './block-reader.ts';
import { eachBlock } from './each-block.ts';

/** The internal mask of a window: 255 where there is data. A block that is not stored holds none. */
export async function readMask(reader: BlockReader, window: PixelWindow, signal?: AbortSignal): Promise<Uint8Array> {
  const { grid, layout } = reader.stored;
  const mask = new Uint8Array(window.width * window.height);
  const copyRow = layout.bitsPerSample === 1 ? unpackBits : copyBytes;
  const rowBytes = layout.bitsPerSample === 1 ? Math.ceil(grid.blockWidth / 8) : grid.blockWidth;
  await eachBlock(reader.stored, window, signal, async (place) => {
    const samples = await reader.readSamples(place, 0);
    if (samples === null) return;
    const block = extentOf(grid, place);
    const shared = overlap(block, window);
    for (let row = shared.row; row < shared.row + shared.height; row++) {
      const target = (row - window.row) * window.width + shared.column - window.column;
      copyRow(samples, (row - block.row) * rowBytes, shared.column - block.column, mask, target, shared.width);
    }
  });
  return mask;
}

function unpackBits(from: Samples, row: number, column: number, to: Uint8Array, at: number, length: number): void {
  for (let index = 0; index < length; index++) {
    const bit = column + index;
    to[at + index] = (from[row + (bit >> 3)]! & (128 >> (bit & 7))) === 0 ? 0 : 255;
  }
}

function copyBytes(from: Samples, row: number, column: number, to: Uint8Array, at: number, length: number): void {
  for (let index = 0; index < length; index++) to[at + index] = from[row + column + index] === 0 ? 0 : 255;
}
