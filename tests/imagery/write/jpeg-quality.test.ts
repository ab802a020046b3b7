import { describe, expect, test } from 'vitest';
import { loadSharp } from '../../../server/src/adapters/tiff/load-sharp.ts';
import { jpegQuality } from '../../../server/src/imagery/jpeg-quality.ts';

async function encode(quality: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const raw = { width: 16, height: 16, channels: 3 } as const;
  return sharp(new Uint8Array(16 * 16 * 3), { raw })
    .jpeg({ quality })
    .toBuffer();
}

describe('the quality of a JPEG stream', () => {
  test('is what the encoder was told, for every setting that has a table of its own', async () => {
    const found = [];
    for (let quality = 3; quality <= 100; quality++) found.push(jpegQuality(await encode(quality)));
    expect(found).toEqual(Array.from({ length: 98 }, (_, i) => i + 3));
  });

  test('is not known of what has no table', () => {
    expect(jpegQuality(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))).toBeNull();
    expect(jpegQuality(new Uint8Array())).toBeNull();
    expect(jpegQuality(Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 4, 0, 16, 0xff, 0xd9))).toBeNull();
  });
});
