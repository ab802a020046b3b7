import type { RawGeoKeys } from '../../../imagery/image.ts';
import type { Directory } from '../structure/directory.ts';
import { tag } from '../structure/tags.ts';
import { numbersOf, textOf } from '../structure/values.ts';

/** GeoTIFF keys by number: a code, numbers of GeoDoubleParams, or a text. Keys that point nowhere are left out. */
export type GeoKeys = ReadonlyMap<number, number | string | readonly number[]>;

export const geoKey = {
  modelType: 1024,
  rasterType: 1025,
  geodeticCrs: 2048,
  geodeticDatum: 2050,
  primeMeridian: 2051,
  primeMeridianLongitude: 2061,
  angularUnits: 2054,
  ellipsoid: 2056,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  inverseFlattening: 2059,
  toWgs84: 2062,
  projectedCrs: 3072,
  projection: 3074,
  projectionMethod: 3075,
  linearUnits: 3076,
  linearUnitSize: 3077,
  standardParallel1: 3078,
  standardParallel2: 3079,
  naturalOriginLongitude: 3080,
  naturalOriginLatitude: 3081,
  falseEasting: 3082,
  falseNorthing: 3083,
  falseOriginLongitude: 3084,
  falseOriginLatitude: 3085,
  falseOriginEasting: 3086,
  falseOriginNorthing: 3087,
  centerLongitude: 3088,
  centerLatitude: 3089,
  scaleAtNaturalOrigin: 3092,
  straightPoleLongitude: 3095,
} as const;

/** In place of a code: what is meant is spelled out by other keys. */
export const userDefined = 32_767;
/** Of `modelType`. */
export const modelProjected = 1;

/** For a writer that keeps them. */
export function rawGeoKeys(directory: Directory): RawGeoKeys | null {
  const entries = numbersOf(directory, tag.geoKeyDirectory);
  if (entries === null) return null;
  const doubles = numbersOf(directory, tag.geoDoubleParams) ?? [];
  return { directory: entries, doubles, ascii: textOf(directory, tag.geoAsciiParams) ?? '' };
}

export function readGeoKeys(directory: Directory): GeoKeys {
  const entries = numbersOf(directory, tag.geoKeyDirectory) ?? [];
  const doubles = numbersOf(directory, tag.geoDoubleParams) ?? [];
  const text = textOf(directory, tag.geoAsciiParams) ?? '';
  const keys = new Map<number, number | string | readonly number[]>();
  for (let at = 4; at + 3 < entries.length; at += 4) {
    const [key = 0, place, count = 0, value = 0] = entries.slice(at, at + 4);
    const found = valueOf(place, count, value);
    if (found !== undefined && !keys.has(key)) keys.set(key, found);
  }
  return keys;

  function valueOf(place: number | undefined, count: number, value: number) {
    if (place === 0) return value;
    if (place === tag.geoDoubleParams) return count > 1 ? doubles.slice(value, value + count) : doubles[value];
    return place === tag.geoAsciiParams ? text.slice(value, value + count).replace(/\|$/, '') : undefined;
  }
}

export function keyNumber(keys: GeoKeys, key: number): number | null {
  return keyNumbers(keys, key)[0] ?? null;
}

/** None where one of them is no number. */
export function keyNumbers(keys: GeoKeys, key: number): readonly number[] {
  const value = keys.get(key) ?? [];
  const all = typeof value === 'object' ? value : [value];
  return all.every((each): each is number => typeof each === 'number' && Number.isFinite(each)) ? all : [];
}
