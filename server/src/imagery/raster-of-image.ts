import { PlatformError } from '../shared/errors.ts';
import { scaleTo } from './georeference.ts';
import { dataBands } from './image.ts';
import type { OpenImage } from './ports.ts';
import type { Raster } from './raster.ts';

/** A level of a file as pixels on the ground; `bands` by their index in the file, all but an alpha band when absent. */
export function rasterOfImage(image: OpenImage, level = 0, bands?: readonly number[]): Raster {
  const { info } = image;
  const { crs, pixelToWorld } = info;
  if (crs === null || pixelToWorld === null) {
    throw new PlatformError('invalid_parameters', 'the image has no georeference');
  }
  const grid = info.levels[level];
  if (grid === undefined) throw new PlatformError('invalid_parameters', `the image has no level ${level}`);
  const chosen = bands ?? dataBands(info);
  return {
    width: grid.width,
    height: grid.height,
    crs,
    pixelToWorld: scaleTo(pixelToWorld, info, grid),
    sampleType: info.sampleType,
    bands: chosen.map((band) => info.bands[band]!),
    hasMask: info.validity !== 'all',
    nodata: info.nodata,
    read: (window, signal) => image.readPixels(level, window, { bands: chosen, signal }),
  };
}
