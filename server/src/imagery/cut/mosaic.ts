import { PlatformError } from '../../shared/errors.ts';
import { worldOf } from '../georeference.ts';
import { kindOf } from '../image.ts';
import { nameOf } from '../known-systems.ts';
import type { OpenImage, Projections } from '../ports.ts';
import { rasterOfImage } from '../raster-of-image.ts';
import type { GroundGrid, Raster } from '../raster.ts';
import { locate } from '../resample/locate.ts';
import { reachOf } from '../resample/reach.ts';
import { warped } from '../resample/warped.ts';
import type { CutJob } from './cut-job.ts';
import type { PixelBox } from './cut-window.ts';
import { layered } from './layered.ts';
import { placed } from './placed.ts';
import { boxOnPixels, targetGrid } from './target-grid.ts';

// Positions come from coordinates of metres with some digits: a hair beyond a line of pixels is on it.
const hair = 1e-6;

/** Where a job's box lies on an image's own pixels; null where those are not what is asked for. */
export function boxOnImage({ cover, pixels }: Pick<CutJob, 'cover' | 'pixels'>, image: GroundGrid): PixelBox | null {
  if (cover === null) return { left: 0, top: 0, right: image.width, bottom: image.height };
  const isSameSystem = nameOf(cover.crs) === nameOf(image.crs);
  return isSameSystem && pixels === 'own' ? boxOnPixels(cover.box, image.pixelToWorld) : null;
}

/** The pixels that a mosaic has: those of its uppermost image, also beyond it, where they can be had. */
export function mosaicGrid(job: CutJob, uppermost: GroundGrid, projections: Projections): GroundGrid {
  const box = boxOnImage(job, uppermost);
  if (box === null) return targetGrid(job.cover!, job.pixels, uppermost, projections);
  const [column, row] = [Math.floor(box.left + hair), Math.floor(box.top + hair)];
  const [a, b, , d, e] = uppermost.pixelToWorld;
  const [c, f] = worldOf(uppermost.pixelToWorld, column, row);
  return {
    crs: uppermost.crs,
    pixelToWorld: [a, b, c, d, e, f],
    width: Math.max(1, Math.ceil(box.right - hair) - column),
    height: Math.max(1, Math.ceil(box.bottom - hair) - row),
  };
}

/** Those that may show something there. */
export const within = (grid: GroundGrid, images: readonly OpenImage[], projections: Projections) =>
  images.filter((image) => {
    const source = rasterOfImage(image);
    return reachOf(source, grid, locate(source, grid, projections)) !== null;
  });

/** Images on one grid, each below those before it. */
export function mosaicOf(images: readonly OpenImage[], grid: GroundGrid, projections: Projections): Raster {
  const [first] = images;
  return layered(
    images.map((image) => {
      const raster = onGrid(image, grid, projections);
      if (kindOf(image.info) === kindOf(first!.info)) return raster;
      // Where those above it fill the grid, nobody reads it.
      return { ...raster, read: () => Promise.reject(unlike(image, first!)) };
    }),
  );
}

function onGrid(image: OpenImage, grid: GroundGrid, projections: Projections): Raster {
  const source = rasterOfImage(image);
  const start = startOnGrid(source, grid, projections);
  // Nothing is to be computed between pixels that are the same.
  return start === null ? warped(image, grid, projections, { kernel: 'cubic' }) : placed(source, grid, ...start);
}

/** The pixel of the source that is the grid's first, where all others are the same as well. */
function startOnGrid(source: GroundGrid, grid: GroundGrid, projections: Projections): readonly [number, number] | null {
  const { affine } = locate(source, grid, projections);
  if (affine === null) return null;
  const [a, b, c, d, e, f] = affine;
  // So near that the far end of the largest image is off by less than a tenth of a pixel.
  const isUnit = [a - 1, b, d, e - 1].every((value) => Math.abs(value) < 1e-6);
  const isWhole = [c, f].every((value) => Math.abs(value - Math.round(value)) < 0.01);
  return isUnit && isWhole ? [Math.round(c), Math.round(f)] : null;
}

function unlike({ info: other }: OpenImage, { info: first }: OpenImage): PlatformError {
  const difference = `has ${kindOf(other)}, and ${first.location} has ${kindOf(first)}`;
  return new PlatformError('invalid_parameters', `${other.location} ${difference}: they are not one raster`);
}
