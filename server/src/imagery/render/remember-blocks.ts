import type { Level } from '../image.ts';
import type { PixelWindow, Pixels } from '../pixels.ts';
import type { OpenImage, ReadOptions } from '../ports.ts';

/** The last decoded blocks, of all images that share it, up to a number of bytes. */
export type BlockMemory = {
  get(key: string): Pixels | null;
  keep(key: string, block: Pixels): void;
};

export function createBlockMemory(mostBytes: number): BlockMemory {
  const kept = new Map<string, Pixels>();
  let bytes = 0;
  return {
    get(key) {
      const block = kept.get(key);
      if (block === undefined) return null;
      kept.delete(key);
      kept.set(key, block);
      return block;
    },
    keep(key, block) {
      if (kept.has(key)) return;
      kept.set(key, block);
      bytes += sizeOf(block);
      for (const [oldest, each] of kept) {
        if (bytes <= mostBytes) return;
        kept.delete(oldest);
        bytes -= sizeOf(each);
      }
    },
  };
}

const sizeOf = ({ samples, mask }: Pixels): number => samples.byteLength + (mask?.byteLength ?? 0);

/** Larger windows pass by, and blocks that would not leave room for others. */
const mostBlocks = 16;
const largestBlock = 1024 * 1024;

/** An image whose neighbouring windows do not decode the same blocks again: what a map asks for is such windows. */
export function rememberBlocks(image: OpenImage, memory: BlockMemory, name: string): OpenImage {
  const readBlock = async (level: number, block: PixelWindow, options: ReadOptions): Promise<Pixels> => {
    const key = `${name} ${level} ${block.column} ${block.row} ${options.bands?.join() ?? ''}`;
    const known = memory.get(key);
    if (known !== null) return known;
    const read = await image.readPixels(level, block, options);
    memory.keep(key, read);
    return read;
  };
  return {
    ...image,
    readPixels: async (level, window, options = {}) => {
      const blocks = blocksOf(image.info.levels[level], window);
      if (blocks === null) return image.readPixels(level, window, options);
      const read = await Promise.all(blocks.map((block) => readBlock(level, block, options)));
      return joined(window, blocks, read);
    },
  };
}

/** The blocks that a window touches; null where they are too many or too large, and for what is no window of the level. */
function blocksOf(grid: Level | undefined, { column, row, width, height }: PixelWindow): readonly PixelWindow[] | null {
  if (grid === undefined || grid.blockWidth * grid.blockHeight > largestBlock) return null;
  if (column < 0 || row < 0 || column + width > grid.width || row + height > grid.height) return null;
  const { blockWidth, blockHeight } = grid;
  const [left, top] = [Math.floor(column / blockWidth), Math.floor(row / blockHeight)];
  const [right, bottom] = [Math.ceil((column + width) / blockWidth), Math.ceil((row + height) / blockHeight)];
  if ((right - left) * (bottom - top) > mostBlocks) return null;
  const blocks: PixelWindow[] = [];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [c, r] = [x * blockWidth, y * blockHeight];
      blocks.push({
        column: c,
        row: r,
        width: Math.min(blockWidth, grid.width - c),
        height: Math.min(blockHeight, grid.height - r),
      });
    }
  }
  return blocks;
}

function joined(window: PixelWindow, blocks: readonly PixelWindow[], read: readonly Pixels[]): Pixels {
  const { width, height } = window;
  const { bands, samples: like } = read[0]!;
  const length = width * height * bands.length;
  const samples = like instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length);
  const mask = read.some((each) => each.mask !== null) ? new Uint8Array(width * height).fill(255) : null;
  blocks.forEach((block, index) => {
    const pixels = read[index]!;
    const from = Math.max(window.column, block.column);
    const columns = Math.min(window.column + width, block.column + block.width) - from;
    const last = Math.min(window.row + height, block.row + block.height);
    for (let row = Math.max(window.row, block.row); row < last; row++) {
      const source = (row - block.row) * block.width + from - block.column;
      const target = (row - window.row) * width + from - window.column;
      samples.set(
        pixels.samples.subarray(source * bands.length, (source + columns) * bands.length),
        target * bands.length,
      );
      if (mask !== null && pixels.mask !== null) mask.set(pixels.mask.subarray(source, source + columns), target);
    }
  });
  return { width, height, bands, samples, mask };
}
