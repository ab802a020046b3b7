import { areaOnPixels } from '../../../imagery/cut/area-on-pixels.ts';
import { cropped } from '../../../imagery/cut/cropped.ts';
import type { CutImage, CutJob } from '../../../imagery/cut/cut-job.ts';
import { cutWindow } from '../../../imagery/cut/cut-window.ts';
import { type PixelArea, pixelArea } from '../../../imagery/cut/pixel-area.ts';
import { boxOnPixels, targetGrid } from '../../../imagery/cut/target-grid.ts';
import { degrees, nameOf } from '../../../imagery/known-systems.ts';
import type { PixelWindow } from '../../../imagery/pixels.ts';
import type { OpenImage, Projections } from '../../../imagery/ports.ts';
import { rasterOfImage } from '../../../imagery/raster-of-image.ts';
import type { GroundGrid, Raster } from '../../../imagery/raster.ts';
import { doubled } from '../../../imagery/resample/doubled.ts';
import { warped } from '../../../imagery/resample/warped.ts';
import type { ByteSink } from './assemble.ts';
import { formatLike, tileSizeLike } from './copied-format.ts';
import { cutCog } from './cut-cog.ts';
import { writeCog } from './write-cog.ts';

export type CutNeeds = {
  readonly image: OpenImage;
  readonly projections: Projections;
  readonly sink: ByteSink;
  readonly spoolFolder: string;
  readonly signal?: AbortSignal | undefined;
};

/** Cuts on the image's own pixels where they are wanted and can be had, else computes them; null where the image has nothing to give. */
export async function runCut(job: CutJob, needs: CutNeeds): Promise<CutImage | null> {
  const source = rasterOfImage(needs.image);
  const box = boxOnImage(job, source);
  if (box !== null) {
    const window = cutWindow(box, source, tileSizeLike(needs.image.info));
    return window === null ? null : cutOwnPixels(job, source, window, needs);
  }
  return computePixels(job, source, needs);
}

/** Null where the image's own pixels are not those that are asked for. */
function boxOnImage({ cover, pixels }: CutJob, source: Raster) {
  if (cover === null) return { left: 0, top: 0, right: source.width, bottom: source.height };
  const isSameSystem = nameOf(cover.crs) === nameOf(source.crs);
  return isSameSystem && pixels === 'own' ? boxOnPixels(cover.box, source.pixelToWorld) : null;
}

async function cutOwnPixels(job: CutJob, source: Raster, window: PixelWindow, needs: CutNeeds): Promise<CutImage> {
  const { image, sink, spoolFolder, signal } = needs;
  const { isDoubled } = job;
  const part = cropped(source, window);
  const area = areaOn(job, part, needs.projections);
  const written = await cutCog(image, sink, { window, area, isDoubled, spoolFolder, signal });
  return { ...written, ground: groundOf(isDoubled ? doubled(part) : part), isOwnPixels: !isDoubled };
}

async function computePixels(job: CutJob, source: Raster, needs: CutNeeds): Promise<CutImage | null> {
  const { image, projections } = needs;
  const grid = targetGrid(job.cover!, job.pixels, source, projections);
  const raster = warped(image, grid, projections, { kernel: 'cubic' });
  return write(job, job.isDoubled ? doubled(raster) : raster, needs);
}

async function write(job: CutJob, raster: Raster, needs: CutNeeds): Promise<CutImage> {
  const { image, sink, spoolFolder, signal } = needs;
  const area = areaOn(job, raster, needs.projections);
  const written = await writeCog(raster, sink, {
    format: await formatLike(image),
    area,
    metadata: image.info.metadata,
    spoolFolder,
    signal,
  });
  return { ...written, ground: groundOf(raster), isOwnPixels: false };
}

function areaOn({ clip }: CutJob, { crs, pixelToWorld }: GroundGrid, projections: Projections): PixelArea | null {
  return clip === null ? null : pixelArea(areaOnPixels(clip, projections.between(degrees, crs), pixelToWorld));
}

const groundOf = ({ width, height, crs, pixelToWorld }: Raster): GroundGrid => ({ width, height, crs, pixelToWorld });
