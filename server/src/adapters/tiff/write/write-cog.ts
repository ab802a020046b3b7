import type { PixelArea } from '../../../imagery/cut/pixel-area.ts';
import type { RawGeoKeys } from '../../../imagery/image.ts';
import type { Raster } from '../../../imagery/raster.ts';
import { spelledNodata } from '../../../imagery/sample-values.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { type ByteSink, type WrittenCog, assemble } from './assemble.ts';
import { plansFromRaster } from './from-raster.ts';
import { layOut } from './lay-out.ts';
import { type CogDescription, type TileFormat, isColor } from './level-fields.ts';
import { type LevelPlan, makeLevels } from './make-levels.ts';
import { openSpool } from './spool.ts';

export type WriteOptions = {
  readonly format: TileFormat;
  readonly tileSize?: number;
  /** What lies outside holds no data. */
  readonly area?: PixelArea | null;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The keys of a system that has no code. */
  readonly geoKeys?: RawGeoKeys | null;
  /** Where tiles lie until the file is written. */
  readonly spoolFolder: string;
  readonly signal?: AbortSignal | undefined;
};

const usualTileSize = 512;

/** Any raster as a cloud optimized GeoTIFF in GDAL's layout, with overviews, and a mask where pixels hold no data. */
export async function writeCog(raster: Raster, sink: ByteSink, options: WriteOptions): Promise<ProducedCog> {
  const { format, area = null, metadata = {}, geoKeys = null, signal } = options;
  if (format.compression === 'jpeg') refuseNoPicture(raster);
  const isMarked = raster.nodata !== null && format.compression !== 'jpeg';
  const about: CogDescription = {
    sampleType: raster.sampleType,
    bands: raster.bands,
    format,
    ground: { crs: raster.crs, pixelToWorld: raster.pixelToWorld, keys: geoKeys },
    nodata: raster.nodata === null ? null : String(spelledNodata(raster.nodata)),
    metadata,
  };
  const plans = plansFromRaster(raster, options.tileSize ?? usualTileSize, area, signal);
  const hasMask = !isMarked && (raster.hasMask || area !== null);
  return produceCog(about, plans, { hasMask, fill: raster.nodata ?? 0, ...options }, sink);
}

function refuseNoPicture({ sampleType, bands }: Raster): void {
  if (sampleType === 'uint8' && (bands.length === 1 || (bands.length === 3 && isColor(bands)))) return;
  throw new PlatformError('invalid_parameters', 'JPEG holds one band, or red, green and blue, of 8 bits');
}

/** Says whether any of its pixels holds data. */
export type ProducedCog = WrittenCog & { readonly hasData: boolean };

type Production = {
  readonly hasMask: boolean;
  readonly fill: number;
  readonly spoolFolder: string;
  readonly sourceBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Makes the tiles, then writes the file in one go: its size is known before its first byte leaves. */
export async function produceCog(
  about: CogDescription,
  plans: readonly LevelPlan[],
  { hasMask, fill, spoolFolder, sourceBytes = 1, signal }: Production,
  sink: ByteSink,
): Promise<ProducedCog> {
  const spool = await openSpool(spoolFolder);
  try {
    const { sampleType, format } = about;
    const { levels, hasData } = await makeLevels(plans, {
      format,
      sampleType,
      bands: about.bands.length,
      hasMask,
      fill,
      spool,
      sourceBytes,
      signal,
    });
    return { ...(await assemble(layOut(about, levels), sink, signal)), hasData };
  } finally {
    await spool.close();
  }
}
