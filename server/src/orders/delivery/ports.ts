import type { ByteStream } from '../../buckets/ports.ts';
import type { CutImage, CutJob } from '../../imagery/cut/cut-job.ts';
import type { ImageryReader } from '../../imagery/ports.ts';

/** A raster that was cut; there for as long as it is used. */
export type CutRaster = CutImage & { bytes(): ByteStream };

/** Cuts a raster and lends it; null where the imagery has nothing to give. It is gone afterwards, whatever happened. */
export type CutRasters = {
  cut<T>(
    job: CutJob,
    imagery: ImageryReader,
    use: (raster: CutRaster) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | null>;
};
