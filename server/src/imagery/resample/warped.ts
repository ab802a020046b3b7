import { PlatformError } from '../../shared/errors.ts';
import type { PixelWindow, Pixels } from '../pixels.ts';
import type { OpenImage, Projections } from '../ports.ts';
import type { GroundGrid, Raster } from '../raster.ts';
import { meet } from '../blocks.ts';
import { dataBands } from '../image.ts';
import { refuseOutside } from '../refuse.ts';
import { emptyCanvas, keepOffNodata } from './canvas.ts';
import { affineFacets, projectedFacets } from './facets-in.ts';
import { type Part, type Warp, fillWindow } from './fill-window.ts';
import type { Kernel } from './kernels/spans.ts';
import { type Located, locate } from './locate.ts';
import { reachOf } from './reach.ts';
import { type Region, type RegionOf, regionSize, regionsOf } from './region.ts';

export type WarpOptions = {
  readonly kernel: Kernel;
  /** By their index in the file; all but an alpha band when absent. */
  readonly bands?: readonly number[];
  /** How far a source position may be off, in the source pixels that are read. */
  readonly maxErrorPixels?: number;
};

/** A file's pixels on another grid: another system, pixel size or rotation. */
export function warped(image: OpenImage, target: GroundGrid, projections: Projections, options: WarpOptions): Raster {
  const { info } = image;
  const source = groundOf(image);
  const located = locate(source, target, projections);
  const bands = options.bands ?? dataBands(info);
  const reach = reachOf(source, target, located);
  const regionOf = regionsOf(info, reach, located.toSource, options.maxErrorPixels ?? 0.01);
  const facetsIn =
    located.affine === null ? projectedFacets(located.toSource, regionOf) : affineFacets(target, located.affine);
  const warp: Warp = { image, bands, kernel: options.kernel, facetsIn };
  const hasMask = info.validity !== 'all' || !liesInside(source, target, located);
  return {
    width: target.width,
    height: target.height,
    crs: target.crs,
    pixelToWorld: target.pixelToWorld,
    sampleType: info.sampleType,
    bands: bands.map((band) => info.bands[band]!),
    hasMask,
    nodata: info.nodata,
    read: async (window, signal): Promise<Pixels> => {
      signal?.throwIfAborted();
      refuseOutside(target, window);
      const canvas = emptyCanvas(window, info.sampleType, bands.length, info.nodata);
      const touched = reach === null ? null : meet(window, reach);
      const parts = touched === null ? [] : partsOf(touched, regionOf, options.kernel);
      for (const part of parts) await fillWindow(warp, part, canvas, signal);
      if (info.validity === 'nodata') keepOffNodata(canvas, info.nodata);
      const { width, height, samples, mask } = canvas;
      return { width, height, bands, samples, mask: hasMask ? mask : null };
    },
  };
}

function groundOf({ info }: OpenImage): GroundGrid {
  const { width, height, crs, pixelToWorld } = info;
  if (crs !== null && pixelToWorld !== null) return { width, height, crs, pixelToWorld };
  throw new PlatformError('invalid_parameters', 'the image has no georeference');
}

/** One part where the whole window is to be read alike; else by region. */
function partsOf(window: PixelWindow, regionOf: RegionOf, kernel: Kernel): readonly Part[] {
  const parts: Part[] = [];
  const isAveraged = ({ shrink }: Region) => kernel !== 'nearest' && shrink > 2;
  const [left, top] = [window.column, window.row].map((start) => Math.floor(start / regionSize) * regionSize);
  for (let row = top!; row < window.row + window.height; row += regionSize) {
    for (let column = left!; column < window.column + window.width; column += regionSize) {
      const region = regionOf(column, row);
      const part = meet(window, { column, row, width: regionSize, height: regionSize })!;
      parts.push({ window: part, level: region.level, isAveraged: isAveraged(region) });
    }
  }
  const [first] = parts;
  const isAlike = parts.every(({ level, isAveraged: is }) => level === first!.level && is === first!.isAveraged);
  return isAlike ? [{ ...first!, window }] : parts;
}

/** Known for grids of one system alone: corners say it all. */
function liesInside(source: GroundGrid, { width, height }: GroundGrid, { affine, toSource }: Located): boolean {
  if (affine === null) return false;
  const corners = [toSource(0, 0), toSource(width, 0), toSource(0, height), toSource(width, height)];
  const little = 1e-6;
  return corners.every(
    ([x, y]) => x > -little && y > -little && x < source.width + little && y < source.height + little,
  );
}
