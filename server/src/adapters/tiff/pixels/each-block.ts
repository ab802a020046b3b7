import { type BlockPlace, blocksUnder } from '../../../imagery/blocks.ts';
import type { PixelWindow } from '../../../imagery/pixels.ts';
import { type StoredGrid, rowBytesOf } from '../structure/stored-grid.ts';

// zlib and sharp decode in four threads; more than that only waits, unless the bytes are far away.
const mostAtOnce = 8;
const bytesAtOnce = 64 * 1024 * 1024;

/** Visits the blocks under a window, a few at a time and within a bound of bytes, until one fails or the signal falls. */
export async function eachBlock(
  stored: StoredGrid,
  window: PixelWindow,
  signal: AbortSignal | undefined,
  visit: (place: BlockPlace) => Promise<void>,
): Promise<void> {
  const places = blocksUnder(stored.grid, window);
  let hasFailed = false;
  const work = async () => {
    for (const place of places) {
      if (hasFailed) return;
      signal?.throwIfAborted();
      await visit(place).catch((cause: unknown) => {
        hasFailed = true;
        throw cause;
      });
    }
  };
  const blockBytes = rowBytesOf(stored) * stored.grid.blockHeight;
  const workers = Math.max(1, Math.min(mostAtOnce, Math.floor(bytesAtOnce / blockBytes)));
  await Promise.all(Array.from({ length: workers }, work));
}
