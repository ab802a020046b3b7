import { cropped } from '../../../imagery/cut/cropped.ts';
import { tileGrid } from '../../../imagery/cut/levels.ts';
import type { PixelArea } from '../../../imagery/cut/pixel-area.ts';
import type { ImageInfo } from '../../../imagery/image.ts';
import { type PixelWindow, bytesPerSample } from '../../../imagery/pixels.ts';
import type { OpenImage } from '../../../imagery/ports.ts';
import { rasterOfImage } from '../../../imagery/raster-of-image.ts';
import { refuseOutside } from '../../../imagery/refuse.ts';
import { spelledNodata } from '../../../imagery/sample-values.ts';
import { doubled } from '../../../imagery/resample/doubled.ts';
import type { ByteSink } from './assemble.ts';
import { formatLike, tileSizeLike } from './copied-format.ts';
import { type Cut, plansFromImage } from './from-image.ts';
import { rasterRecipe } from './from-raster.ts';
import type { LevelPlan } from './make-levels.ts';
import { type ProducedCog, produceCog } from './write-cog.ts';

export type CutOptions = {
  /** In pixels of the full resolution; must lie in the image. */
  readonly window: PixelWindow;
  /** In pixels of the window; what lies outside holds no data. */
  readonly area?: PixelArea | null;
  /** Twice the pixel density; the image's own pixels are its first overview. */
  readonly isDoubled?: boolean;
  readonly spoolFolder: string;
  readonly signal?: AbortSignal | undefined;
};

/** A part of an image on its own pixels, as a cloud optimized GeoTIFF: what can be copied is not encoded again. */
export async function cutCog(image: OpenImage, sink: ByteSink, options: CutOptions): Promise<ProducedCog> {
  const { info } = image;
  const { window, area = null, isDoubled = false, spoolFolder, signal } = options;
  const source = rasterOfImage(image);
  refuseOutside(info, window);
  const part = cropped(source, window);
  const format = await formatLike(image);
  const isMarked = info.validity === 'nodata' && (format.compression === 'deflate' || area === null);
  const hasMask = !isMarked && (info.validity !== 'all' || area !== null);
  const fill = info.nodata ?? 0;
  const { crs, pixelToWorld } = isDoubled ? doubled(part) : part;
  const about = {
    sampleType: info.sampleType,
    bands: source.bands,
    format,
    ground: { crs, pixelToWorld, keys: info.geoKeys },
    nodata: info.gdal.nodata ?? (info.nodata === null ? null : String(spelledNodata(info.nodata))),
    metadata: info.metadata,
  };
  const cut: Cut = { image, window, area, format, tileSize: tileSizeLike(info), hasMask, fill, signal };
  const plans = isDoubled ? doubledPlans(cut) : plansFromImage(cut);
  return produceCog(about, plans, { hasMask, fill, spoolFolder, sourceBytes: blockBytes(info), signal }, sink);
}

/** A decoded block: a strip of a wide image can be a hundred times a tile. */
function blockBytes({ levels, bands, sampleType }: ImageInfo): number {
  const { blockWidth, blockHeight } = levels[0]!;
  return blockWidth * blockHeight * bands.length * bytesPerSample(sampleType);
}

/** Above pixels that are computed stand those of the image: sharper than averages, and most of them copied. */
function doubledPlans(cut: Cut): readonly LevelPlan[] {
  const { column, row, width, height } = cut.window;
  // Doubled before it is cut, so that the kernel sees what lies beyond the cut.
  const window = { column: column * 2, row: row * 2, width: width * 2, height: height * 2 };
  const raster = cropped(doubled(rasterOfImage(cut.image)), window);
  const grid = tileGrid(window.width, window.height, cut.tileSize);
  const recipe = rasterRecipe(raster, grid, cut.area?.shrunk(0.5) ?? null, cut.signal);
  const isOneTile = grid.columns === 1 && grid.rows === 1;
  return [{ grid, recipe }, ...(isOneTile ? [] : plansFromImage(cut))];
}
