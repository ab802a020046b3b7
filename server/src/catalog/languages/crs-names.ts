import type { Position } from '../../geometry/geojson.ts';
import { degreesOfUtm, utmOfDegrees } from '../../grid/utm.ts';

/** A reference system that coordinates arrive and leave in. */
export type Crs = {
  /** Of EPSG; all the codes that web maps have had are 3857, and CRS84 is 4326 with longitude first. */
  readonly code: number;
  readonly unit: 'degree' | 'metre';
  /** Latitude is the first coordinate. */
  readonly isLatLon: boolean;
};

export const lonLat: Crs = { code: 4326, unit: 'degree', isLatLon: false };
export const latLon: Crs = { code: 4326, unit: 'degree', isLatLon: true };

const formsWithLongitudeFirst = /^(?:epsg:|https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#)(\d{1,6})$/i;
const formsInTheOrderOfEpsg =
  /^(?:urn:(?:x-)?ogc:def:crs:epsg:(?:[\w.]*:)?|https?:\/\/www\.opengis\.net\/def\/crs\/epsg\/[\w.]+\/)(\d{1,6})$/i;
const formsOfCrs84 =
  /^(?:crs:?84|ogc:(?:1\.3:)?crs84|urn:(?:x-)?ogc:def:crs:ogc:[\w.]*:crs84|https?:\/\/www\.opengis\.net\/def\/crs\/ogc\/[\w.]+\/crs84)$/i;

/** The system of a name in any of the forms that clients write; null when there is none of that name here. */
export function readCrs(name: string): Crs | null {
  const text = name.trim();
  if (formsOfCrs84.test(text)) return lonLat;
  const [, first] = formsWithLongitudeFirst.exec(text) ?? [];
  if (first !== undefined) return crsOfCode(Number(first), false);
  const [, ordered] = formsInTheOrderOfEpsg.exec(text) ?? [];
  return ordered === undefined ? null : crsOfCode(Number(ordered), true);
}

const webMercators: readonly number[] = [3857, 900_913, 3785, 102_100, 102_113];

const isUtm = (code: number): boolean =>
  Math.floor(code / 100) === 326 || Math.floor(code / 100) === 327 ? code % 100 >= 1 && code % 100 <= 60 : false;

/** `isOrdered`: the axes are in the order of EPSG, which for degrees is latitude, longitude. */
export function crsOfCode(code: number, isOrdered: boolean): Crs | null {
  if (code === 4326) return isOrdered ? latLon : lonLat;
  if (webMercators.includes(code)) return { code: 3857, unit: 'metre', isLatLon: false };
  return isUtm(code) ? { code, unit: 'metre', isLatLon: false } : null;
}

const earthRadius = 6_378_137;
const degrees = 180 / Math.PI;

/** Longitude and latitude of a position in the system; heights are dropped. */
export function toLonLat([a = NaN, b = NaN]: Position, { code, isLatLon }: Crs): readonly [number, number] {
  if (code === 4326) return isLatLon ? [b, a] : [a, b];
  if (code !== 3857) return degreesOfUtm(code, a, b);
  return [(a / earthRadius) * degrees, Math.atan(Math.sinh(b / earthRadius)) * degrees];
}

/** The way back; web maps end before the poles, which lie infinitely far. */
export function fromLonLat(
  [longitude = NaN, latitude = NaN]: Position,
  { code, isLatLon }: Crs,
): readonly [number, number] {
  if (code === 4326) return isLatLon ? [latitude, longitude] : [longitude, latitude];
  if (code !== 3857) return utmOfDegrees(code, longitude, latitude);
  const within = Math.max(-89.999_999, Math.min(89.999_999, latitude));
  return [(longitude / degrees) * earthRadius, Math.asinh(Math.tan(within / degrees)) * earthRadius];
}
