import { headerSegments } from './jpeg-stream.ts';

/** The luminance table of the JPEG standard (annex K), in the zigzag order of the stream. */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

const quantizationTables = 0xdb;

/** The setting of libjpeg (1 to 100) whose table is nearest to the stream's, so that new blocks match copied ones; null without a table. */
export function jpegQuality(jpeg: Uint8Array): number | null {
  const segment = headerSegments(jpeg)?.find(
    ({ marker, start }) => marker === quantizationTables && (jpeg[start + 4]! & 15) === 0,
  );
  if (segment === undefined) return null;
  const isWide = jpeg[segment.start + 4]! >> 4 === 1;
  const at = segment.start + 5;
  if (at + (isWide ? 128 : 64) > segment.end) return null;
  const found = standard.map((_, i) => (isWide ? (jpeg[at + 2 * i]! << 8) | jpeg[at + 2 * i + 1]! : jpeg[at + i]!));
  let [best, least] = [1, Number.POSITIVE_INFINITY];
  for (let quality = 1; quality <= 100; quality++) {
    const difference = scaled(quality).reduce((sum, value, i) => sum + Math.abs(value - found[i]!), 0);
    if (difference < least) [best, least] = [quality, difference];
  }
  return best;
}

function scaled(quality: number): readonly number[] {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - quality * 2;
  return standard.map((value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))));
}
