import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inSpoolFolder } from '../support/cut-bytes.ts';

const script = fileURLToPath(new URL('./write-large-raster.ts', import.meta.url));

test('20,000 pixels square, overviews made of tiles: less than 400 MB', async () => {
  const { stdout } = await inSpoolFolder((folder) =>
    // What is held, not what waits for a collector's thread that gets no processor: seen once, 418 MB.
    promisify(execFile)(process.execPath, ['--single-threaded-gc', '--import', 'tsx', script, '20000', folder]),
  );
  const { maxRssKilobytes, byteLength } = JSON.parse(stdout) as { maxRssKilobytes: number; byteLength: number };
  expect(byteLength).toBeGreaterThan(100_000);
  // About 170 MB where it was written; the pixels alone are 400 MB.
  expect(maxRssKilobytes).toBeLessThan(400_000);
});
