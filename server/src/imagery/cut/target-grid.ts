import { groundSizeMetres } from '../item/ground-size.ts';
import { type PixelToWorld, invert, worldOf } from '../georeference.ts';
import { degrees, proj4TextOf } from '../known-systems.ts';
import type { Projections } from '../ports.ts';
import type { GroundGrid } from '../raster.ts';
import type { CutJob, WorldBox } from './cut-job.ts';
import type { PixelBox } from './cut-window.ts';

/** A box of the world on the pixels of a grid whose rows run along its axes. */
export function boxOnPixels([west, south, east, north]: WorldBox, pixelToWorld: PixelToWorld): PixelBox | null {
  const worldToPixel = invert(pixelToWorld);
  if (worldToPixel === null || pixelToWorld[1] !== 0 || pixelToWorld[3] !== 0) return null;
  const [one, other] = [worldOf(worldToPixel, west, north), worldOf(worldToPixel, east, south)];
  return {
    left: Math.min(one[0], other[0]),
    top: Math.min(one[1], other[1]),
    right: Math.max(one[0], other[0]),
    bottom: Math.max(one[1], other[1]),
  };
}

/** The grid that an image is computed on when it cannot be cut on its own pixels: they begin at the box's upper left corner. */
export function targetGrid(
  cover: NonNullable<CutJob['cover']>,
  pixels: CutJob['pixels'],
  image: GroundGrid,
  projections: Projections,
): GroundGrid {
  const size = sizeOf(pixels, () => ownSize(cover, image, projections));
  const [west, south, east, north] = cover.box;
  return {
    crs: cover.crs,
    pixelToWorld: [size, 0, west, 0, -size, north],
    // A hair beyond a line of pixels is on it.
    width: Math.max(1, Math.ceil((east - west) / size - 1e-6)),
    height: Math.max(1, Math.ceil((north - south) / size - 1e-6)),
  };
}

function sizeOf(pixels: CutJob['pixels'], own: () => number): number {
  if (pixels === 'own') return own();
  if ('size' in pixels) return pixels.size;
  // Nearest by ratio: never coarser or finer than the image by more than the root of two.
  return pixels.halvedFrom / 2 ** Math.max(0, Math.round(Math.log2(pixels.halvedFrom / own())));
}

/** Maps of metres stretch by less; what differs by more is in feet, or in Mercator's units. */
const mostStretch = 0.1;

/** The image's own pixel size where its unit is the target's, else what it measures on the ground. */
function ownSize({ crs }: NonNullable<CutJob['cover']>, image: GroundGrid, projections: Projections): number {
  const [isFrom, isTo] = [isGeographic(image.crs), isGeographic(crs)];
  const [a, b, , d, e] = image.pixelToWorld;
  const size = Math.sqrt(Math.abs(a * e - b * d));
  if (isFrom && isTo) return size;
  const metres = groundSizeMetres(image, image.pixelToWorld, projections.between(image.crs, degrees));
  if (isTo) return metres / metresOfDegree;
  return Math.abs(size / metres - 1) < mostStretch ? size : metres;
}

const metresOfDegree = 111_320;

const isGeographic = (crs: GroundGrid['crs']) => proj4TextOf(crs)?.includes('+proj=longlat') === true;
