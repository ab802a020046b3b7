import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeByWebAssembly, decodeZstd } from '../../server/src/adapters/tiff/decode/zstd.ts';
import { openBytes } from './support/open-bytes.ts';

test('ZSTD by Node, where it has it, and by WebAssembly are the same, in too little room too', async () => {
  const image = await openBytes(readFileSync(new URL('./golden/zstd-predictor.tif', import.meta.url)));
  const block = (await image.readStoredBlock({ level: 0, of: 'pixels', column: 0, row: 0, plane: 0 }))!;
  const size = 64 * 64 * 4;
  const [one, other] = [await decodeZstd(block, size), await decodeByWebAssembly(block, size)];
  expect(one.length).toBe(size);
  expect(Buffer.compare(one, other)).toBe(0);
  for (const decode of [decodeZstd, decodeByWebAssembly]) {
    await expect(decode(block, size - 1)).rejects.toThrow('ZSTD data');
    await expect(decode(block.subarray(0, 100), size)).rejects.toThrow('ZSTD data');
    await expect(decode(Buffer.from('no ZSTD at all'), size)).rejects.toThrow('ZSTD data');
  }
});
