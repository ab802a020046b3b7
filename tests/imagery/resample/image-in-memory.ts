import type { Band, Level } from '../../../server/src/imagery/image.ts';
import {
  type PixelWindow,
  type Pixels,
  type Samples,
  samplesLike,
  typeOf,
} from '../../../server/src/imagery/pixels.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';
import type { GroundGrid } from '../../../server/src/imagery/raster.ts';

export type MemoryImage = GroundGrid & {
  readonly bands: number;
  readonly samples: Samples;
  readonly mask: Uint8Array | null;
  readonly nodata?: number | null;
  /** Overviews as they are to be told apart from what is computed. */
  readonly overviews?: readonly {
    readonly width: number;
    readonly height: number;
    readonly samples: Samples;
    readonly mask: Uint8Array | null;
  }[];
};

export type ReadOfLevel = { readonly level: number; readonly window: PixelWindow };

const band: Band = { name: null, color: 'undefined', metadata: {} };

const levelOf = ({ width, height }: { readonly width: number; readonly height: number }): Level => ({
  width,
  height,
  isTiled: true,
  blockWidth: 256,
  blockHeight: 256,
  columns: Math.ceil(width / 256),
  rows: Math.ceil(height / 256),
  mask: null,
  encoding: {
    compression: 'none',
    predictor: 1,
    bitsPerSample: 8,
    photometric: 'grey',
    arrangement: 'pixels',
    byteOrder: 'little',
    jpegTables: null,
    chromaSubsampling: [1, 1],
  },
});

/** An image without a file; notes what is read of it. */
export function imageInMemory(of: MemoryImage): OpenImage & { readonly reads: ReadOfLevel[] } {
  const levels = [of, ...(of.overviews ?? [])];
  const reads: ReadOfLevel[] = [];
  const nodata = of.nodata ?? null;
  return {
    reads,
    info: {
      location: 'memory',
      byteLength: of.samples.byteLength,
      width: of.width,
      height: of.height,
      sampleType: typeOf(of.samples),
      bands: Array.from({ length: of.bands }, () => band),
      alphaBand: null,
      validity: of.mask === null ? 'all' : nodata === null ? 'mask' : 'nodata',
      nodata,
      crs: of.crs,
      pixelToWorld: of.pixelToWorld,
      geoKeys: null,
      metadata: {},
      gdal: { metadata: null, nodata: null },
      levels: levels.map(levelOf),
      isCloudOptimized: true,
    },
    readPixels: async (level, window, { bands = [...Array(of.bands).keys()], signal } = {}) => {
      signal?.throwIfAborted();
      reads.push({ level, window });
      await Promise.resolve();
      const found = levels[level]!;
      refuseOutside(found, window);
      return cut(found.samples, found.mask, of.bands, found.width, window, bands);
    },
    readStoredBlock: () => Promise.resolve(null),
    storedBlockLength: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
}

function refuseOutside(level: { width: number; height: number }, { column, row, width, height }: PixelWindow): void {
  const isInside = column >= 0 && row >= 0 && column + width <= level.width && row + height <= level.height;
  if (!isInside || width < 1 || height < 1) throw new Error('a window outside of the level');
}

function cut(
  samples: Samples,
  mask: Uint8Array | null,
  count: number,
  stride: number,
  { column, row, width, height }: PixelWindow,
  bands: readonly number[],
): Pixels {
  const length = width * height;
  const isAll = bands.length === count && bands.every((each, index) => each === index);
  const out = samplesLike(samples, length * bands.length);
  const outMask = mask === null ? null : new Uint8Array(length);
  for (let line = 0; line < height; line++) {
    const from = (row + line) * stride + column;
    outMask?.set(mask!.subarray(from, from + width), line * width);
    if (isAll) {
      out.set(samples.subarray(from * count, (from + width) * count), line * width * count);
      continue;
    }
    for (let pixel = 0; pixel < width; pixel++) {
      for (const [index, each] of bands.entries()) {
        out[(line * width + pixel) * bands.length + index] = samples[(from + pixel) * count + each]!;
      }
    }
  }
  return { width, height, bands, samples: out, mask: outMask };
}
