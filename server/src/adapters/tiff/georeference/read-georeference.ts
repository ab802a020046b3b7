import { type Crs, type PixelToWorld, isUsable } from '../../../imagery/georeference.ts';
import { proj4TextOf } from '../../../imagery/known-systems.ts';
import type { Directory } from '../structure/directory.ts';
import { tag } from '../structure/tags.ts';
import { numbersOf } from '../structure/values.ts';
import { type GeoKeys, geoKey, keyNumber, modelProjected, readGeoKeys, userDefined } from './geo-keys.ts';
import { unitOf } from './linear-unit.ts';
import { isInDegrees, userDefinedCrs } from './user-defined-crs.ts';

export type Georeference = { readonly crs: Crs | null; readonly pixelToWorld: PixelToWorld | null };

const pixelIsPoint = 2;

/** As GDAL reads it: the transformation matrix, or scale and first tie point; a file may have neither. */
export function readGeoreference(directory: Directory): Georeference {
  const keys = readGeoKeys(directory);
  const transform = readMatrix(directory) ?? readScale(directory);
  if (transform === null || !isUsable(transform)) return { crs: readCrs(keys), pixelToWorld: null };
  const isPoint = keyNumber(keys, geoKey.rasterType) === pixelIsPoint;
  return { crs: readCrs(keys), pixelToWorld: isPoint ? fromCentre(transform) : transform };
}

function readMatrix(directory: Directory): PixelToWorld | null {
  const matrix = numbersOf(directory, tag.modelTransformation);
  if (matrix === null || matrix.length < 16) return null;
  const [a, b, , c, d, e, , f] = matrix as [number, number, number, number, number, number, number, number];
  return [a, b, c, d, e, f];
}

function readScale(directory: Directory): PixelToWorld | null {
  const [across, down] = numbersOf(directory, tag.modelPixelScale) ?? [];
  const [column, row, , x, y] = numbersOf(directory, tag.modelTiepoint) ?? [];
  if (across === undefined || down === undefined || column === undefined || row === undefined) return null;
  if (x === undefined || y === undefined) return null;
  // Files with a negative scale mean the same: rows run southward.
  const height = Math.abs(down);
  return [across, 0, x - column * across, 0, -height, y + row * height];
}

/** A tie point that names the centre of a pixel lies half a pixel inside. */
const fromCentre = ([a, b, c, d, e, f]: PixelToWorld): PixelToWorld => [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2];

/** Systems that are known here are in metres or degrees: a file that names one and means feet lies elsewhere. */
const isInItsUnits = (keys: GeoKeys, model: number, crs: Crs): boolean =>
  proj4TextOf(crs) === null || (model === modelProjected ? unitOf(keys)?.metres === 1 : isInDegrees(keys));

const modelGeographic = 2;

function readCrs(keys: GeoKeys): Crs | null {
  const projected = keyNumber(keys, geoKey.projectedCrs);
  const geographic = keyNumber(keys, geoKey.geodeticCrs);
  const model = keyNumber(keys, geoKey.modelType) ?? (projected === null ? modelGeographic : modelProjected);
  const code = model === modelProjected ? projected : model === modelGeographic ? geographic : null;
  if (code !== null && code > 0 && code !== userDefined)
    return isInItsUnits(keys, model, { epsg: code }) ? { epsg: code } : null;
  const text = model === modelProjected || model === modelGeographic ? userDefinedCrs(keys, model) : null;
  return text === null ? null : text;
}
