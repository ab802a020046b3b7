import type { Pixels, Samples } from '../pixels.ts';
import type { Picture } from '../ports.ts';
import type { ValueRange } from './look.ts';

/** Samples as eight bits, each band between its black and its white; as they are where there are no ranges. */
export function toBytes(samples: Samples, ranges: readonly ValueRange[] | null): Uint8Array {
  if (ranges === null && samples instanceof Uint8Array) return samples;
  const spans = ranges ?? [[0, 65_535] as const];
  const bytes = new Uint8ClampedArray(samples.length);
  for (let band = 0; band < spans.length; band++) {
    const [black, white] = spans[band]!;
    const scale = white === black ? 0 : 255 / (white - black);
    for (let at = band; at < samples.length; at += spans.length) bytes[at] = (samples[at]! - black) * scale;
  }
  return new Uint8Array(bytes.buffer);
}

/** One band or three, with the mask as alpha where it hides anything. */
export function paint({ width, height, samples, mask, bands }: Pixels, ranges: readonly ValueRange[] | null): Picture {
  const bytes = toBytes(samples, ranges);
  const count = bands.length === 1 ? 1 : 3;
  if (mask === null || !mask.some((each) => each !== 255)) return { width, height, channels: count, samples: bytes };
  return { width, height, channels: count === 1 ? 2 : 4, samples: withAlpha(bytes, count, mask) };
}

/** What cannot be seen is black, whatever lies there: it packs best. */
function withAlpha(bytes: Uint8Array, count: number, mask: Uint8Array): Uint8Array {
  const painted = new Uint8Array(mask.length * (count + 1));
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const alpha = mask[pixel]!;
    if (alpha === 0) continue;
    const to = pixel * (count + 1);
    for (let band = 0; band < count; band++) painted[to + band] = bytes[pixel * count + band]!;
    painted[to + count] = alpha;
  }
  return painted;
}
