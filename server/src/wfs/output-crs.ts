import { fromLonLat } from '../catalog/languages/crs-names.ts';
import type { Version } from './versions.ts';

/** The reference system of an answer. */
export type OutputCrs = {
  /** What geometries carry. */
  readonly srsName: string;
  /** Of EPSG; 4326 for CRS84 too. */
  readonly code: number;
  /** GML has latitudes first. */
  readonly isLatLon: boolean;
};

/** The name that each version has for the usual system. */
export const defaultCrs: Readonly<Record<Version, OutputCrs>> = {
  '2.0.0': { srsName: 'urn:ogc:def:crs:EPSG::4326', code: 4326, isLatLon: true },
  '1.1.0': { srsName: 'urn:x-ogc:def:crs:EPSG:4326', code: 4326, isLatLon: true },
  '1.0.0': { srsName: 'http://www.opengis.net/gml/srs/epsg.xml#4326', code: 4326, isLatLon: false },
};

/** Systems beside the usual one that answers may be in. */
export const otherCodes: readonly number[] = [
  3857,
  ...Array.from({ length: 60 }, (_, zone) => 32_601 + zone),
  ...Array.from({ length: 60 }, (_, zone) => 32_701 + zone),
];

/** The short form has longitudes first, and so has the name that is written for it. */
export function writtenName(asked: string, code: number): string {
  const short = /^EPSG:\d+$/i.test(asked);
  if (!short) return asked;
  return code === 4326 ? `http://www.opengis.net/gml/srs/epsg.xml#${code}` : `urn:ogc:def:crs:EPSG::${code}`;
}

export type Projector = (longitude: number, latitude: number) => readonly [number, number];

/** Null where degrees stay as they are. */
export function projectorOf(code: number): Projector | null {
  if (code === 4326) return null;
  const crs = { code, unit: 'metre', isLatLon: false } as const;
  return (longitude, latitude) => fromLonLat([longitude, latitude], crs);
}
