import type { Samples } from '../../../server/src/imagery/pixels.ts';

/** The memory of samples, to compare in one go. */
export const sampleBytes = (samples: Samples): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
