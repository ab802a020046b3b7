import { areaOnPixels } from '../../../imagery/cut/area-on-pixels.ts';
import { coversAlone } from '../../../imagery/cut/covers-alone.ts';
import { cropped } from '../../../imagery/cut/cropped.ts';
import type { CutImage, CutJob } from '../../../imagery/cut/cut-job.ts';
import { cutWindow } from '../../../imagery/cut/cut-window.ts';
import { boxOnImage, mosaicGrid, mosaicOf, within } from '../../../imagery/cut/mosaic.ts';
import { type PixelArea, pixelArea } from '../../../imagery/cut/pixel-area.ts';
import { targetGrid } from '../../../imagery/cut/target-grid.ts';
import { degrees } from '../../../imagery/known-systems.ts';
import type { PixelWindow } from '../../../imagery/pixels.ts';
import type { OpenImage, Projections } from '../../../imagery/ports.ts';
import { rasterOfImage } from '../../../imagery/raster-of-image.ts';
import type { GroundGrid, Raster } from '../../../imagery/raster.ts';
import { doubled } from '../../../imagery/resample/doubled.ts';
import { warped } from '../../../imagery/resample/warped.ts';
import type { ByteSink } from './assemble.ts';
import { formatLike, tileSizeLike } from './copied-format.ts';
import { cutCog } from './cut-cog.ts';
import { type ProducedCog, writeCog } from './write-cog.ts';

type Means = {
  readonly projections: Projections;
  readonly sink: ByteSink;
  readonly spoolFolder: string;
  readonly signal?: AbortSignal | undefined;
};

export type CutNeeds = Means & {
  readonly image: OpenImage;
  /** Those of the job, in its order. */
  readonly under?: readonly OpenImage[];
};

/** Cuts on the image's own pixels where they are wanted and can be had, else computes them; null where there is nothing to give. */
export async function runCut(job: CutJob, { image, under = [], ...means }: CutNeeds): Promise<CutImage | null> {
  if (under.length === 0) return cutOne(job, image, means);
  const { projections, signal } = means;
  const wholeGrid = mosaicGrid(job, rasterOfImage(image), projections);
  const shown = within(wholeGrid, [image, ...under], projections);
  const [first] = shown;
  if (first === undefined) return null;
  const box = boxOnImage(job, rasterOfImage(first));
  const isEnough = shown.length === 1 || (box !== null && (await coversAlone(first, box, signal)));
  return isEnough ? cutOne(job, first, means) : cutMosaic(job, shown, means);
}

async function cutOne(job: CutJob, image: OpenImage, means: Means): Promise<CutImage | null> {
  const source = rasterOfImage(image);
  const box = boxOnImage(job, source);
  if (box !== null) {
    const window = cutWindow(box, source, tileSizeLike(image.info));
    return window === null ? null : cutOwnPixels(job, image, window, means);
  }
  const grid = targetGrid(job.cover!, job.pixels, source, means.projections);
  return write(job, warped(image, grid, means.projections, { kernel: 'cubic' }), image, means);
}

function cutMosaic(job: CutJob, images: readonly OpenImage[], means: Means): Promise<CutImage | null> {
  const first = images[0]!;
  const grid = mosaicGrid(job, rasterOfImage(first), means.projections);
  return write(job, mosaicOf(images, grid, means.projections), first, means);
}

async function cutOwnPixels(job: CutJob, image: OpenImage, window: PixelWindow, means: Means) {
  const { projections, sink, spoolFolder, signal } = means;
  const { isDoubled } = job;
  const part = cropped(rasterOfImage(image), window);
  const area = areaOn(job, part, projections);
  const written = await cutCog(image, sink, { window, area, isDoubled, spoolFolder, signal });
  return told(written, isDoubled ? doubled(part) : part, !isDoubled);
}

/** Writes what is computed, stored as the image is. */
async function write(job: CutJob, computed: Raster, like: OpenImage, means: Means): Promise<CutImage | null> {
  const { projections, sink, spoolFolder, signal } = means;
  const raster = job.isDoubled ? doubled(computed) : computed;
  const area = areaOn(job, raster, projections);
  const format = await formatLike(like);
  const { metadata, crs } = like.info;
  const geoKeys = raster.crs === crs ? like.info.geoKeys : null;
  const written = await writeCog(raster, sink, { format, area, metadata, geoKeys, spoolFolder, signal });
  return told(written, raster, false);
}

function areaOn({ clip }: CutJob, { crs, pixelToWorld }: GroundGrid, projections: Projections): PixelArea | null {
  return clip === null ? null : pixelArea(areaOnPixels(clip, projections.between(degrees, crs), pixelToWorld));
}

function told({ hasData, ...written }: ProducedCog, raster: Raster, isOwnPixels: boolean): CutImage | null {
  const { width, height, crs, pixelToWorld, sampleType, bands, nodata } = raster;
  return hasData
    ? { ...written, ground: { width, height, crs, pixelToWorld }, sampleType, bands, nodata, isOwnPixels }
    : null;
}
