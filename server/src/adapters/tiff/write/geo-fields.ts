import type { Crs, PixelToWorld } from '../../../imagery/georeference.ts';
import type { RawGeoKeys } from '../../../imagery/image.ts';
import { nameOf, proj4TextOf } from '../../../imagery/known-systems.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { geoKey } from '../georeference/geo-keys.ts';
import { tag } from '../structure/tags.ts';
import { type OutField, double, short, text } from './field.ts';

export type Ground = {
  readonly crs: Crs;
  readonly pixelToWorld: PixelToWorld;
  /** The keys of the file that the pixels come from, where they stay in its system. */
  readonly keys: RawGeoKeys | null;
};

const pixelIsArea = 1;

export const geoFields = (ground: Ground): readonly OutField[] => [
  ...transformFields(ground.pixelToWorld),
  ...keyFields(ground),
];

/** Scale and tie point, or the whole matrix where rows do not run along the axes. */
function transformFields([a, b, c, d, e, f]: PixelToWorld): readonly OutField[] {
  if (b === 0 && d === 0 && a > 0 && e < 0) {
    return [double(tag.modelPixelScale, [a, -e, 0]), double(tag.modelTiepoint, [0, 0, 0, c, f, 0])];
  }
  return [double(tag.modelTransformation, [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1])];
}

function keyFields({ crs, keys }: Ground): readonly OutField[] {
  if (keys !== null) return keptKeys(keys);
  if (!('epsg' in crs))
    throw new PlatformError('invalid_parameters', `${nameOf(crs)} cannot be written as GeoTIFF keys`);
  const isGeographic = proj4TextOf(crs)?.startsWith('+proj=longlat') === true;
  const system = isGeographic ? geoKey.geodeticCrs : geoKey.projectedCrs;
  const entries = [
    [1, 1, 0, 3],
    [geoKey.modelType, 0, 1, isGeographic ? 2 : 1],
    [geoKey.rasterType, 0, 1, pixelIsArea],
    [system, 0, 1, crs.epsg],
  ];
  return [short(tag.geoKeyDirectory, ...entries.flat())];
}

/** As they stand, but for the one that says where in a pixel its position is: the transform is of corners. */
function keptKeys({ directory, doubles, ascii }: RawGeoKeys): readonly OutField[] {
  const entries = directory.map((value, at) => {
    const isRasterType = at >= 4 && at % 4 === 3 && directory[at - 3] === geoKey.rasterType;
    return isRasterType ? pixelIsArea : value;
  });
  return [
    short(tag.geoKeyDirectory, ...entries),
    ...(doubles.length === 0 ? [] : [double(tag.geoDoubleParams, doubles)]),
    ...(ascii === '' ? [] : [text(tag.geoAsciiParams, ascii)]),
  ];
}
