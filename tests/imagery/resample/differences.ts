import type { Samples } from '../../../server/src/imagery/pixels.ts';

export type Read = { readonly samples: Samples; readonly mask: Uint8Array };

export type Differences = {
  /** Pixels that are data in one of both. */
  readonly masks: readonly number[];
  /** Pixels that are data in both. */
  readonly shared: number;
  /** The largest difference of each shared pixel that has one. */
  readonly samples: readonly { readonly pixel: number; readonly by: number }[];
};

export function differences(ours: Read, theirs: Read, bands: number): Differences {
  const masks: number[] = [];
  const samples: { pixel: number; by: number }[] = [];
  let shared = 0;
  if (ours.mask.length !== theirs.mask.length) throw new Error('not of one size');
  for (let pixel = 0; pixel < ours.mask.length; pixel++) {
    const [one, other] = [ours.mask[pixel]! > 0, theirs.mask[pixel]! > 0];
    if (one !== other) masks.push(pixel);
    if (!one || !other) continue;
    shared++;
    let by = 0;
    for (let at = pixel * bands; at < (pixel + 1) * bands; at++) {
      by = Math.max(by, Math.abs(ours.samples[at]! - theirs.samples[at]!));
    }
    if (by > 0) samples.push({ pixel, by });
  }
  return { masks, shared, samples };
}
