import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inSpoolFolder } from '../support/cut-bytes.ts';

const script = fileURLToPath(new URL('./write-large-raster.ts', import.meta.url));
const megabyte = 1_000_000;

test(
  '20,000 pixels square, overviews made of tiles: less than 40 MB held, less than 400 MB taken',
  { timeout: 180_000 },
  async () => {
    // Garbage is gone when it was collected, not when another thread comes to give it back.
    const collection = ['--expose-gc', '--single-threaded-gc'];
    const { stdout } = await inSpoolFolder((folder) =>
      promisify(execFile)(process.execPath, [...collection, '--import', 'tsx', script, '20000', folder]),
    );
    const { byteLength, heldBytes, peakBytes } = JSON.parse(stdout) as Record<string, number>;
    // The file and, with 400 MB, its pixels are much more than may be held.
    expect(byteLength).toBeGreaterThan(100 * megabyte);
    // 7 MB where it was written.
    expect(heldBytes).toBeGreaterThan(0);
    expect(heldBytes).toBeLessThan(40 * megabyte);
    // About 150 MB: 80 before the first tile, the rest garbage that waits for its collection.
    expect(peakBytes).toBeLessThan(400 * megabyte);
  },
);
