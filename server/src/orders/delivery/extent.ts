import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { boxOf } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { readWkt } from '../../geometry/read-wkt.ts';
import { knownCell } from '../../select/files/cell-corners.ts';
import { unwrappedBox } from '../../select/files/tile-box.ts';
import type { TileSpec } from '../tile.ts';

/** West, south, east, north; west > east where it crosses the antimeridian. */
export type Bbox = readonly [number, number, number, number];

/** Where and when tiles are; times as ISO 8601 texts. */
export type Extent = { readonly bbox: Bbox; readonly from: string; readonly until: string };

/** Of one tile: all that its imagery shows of the cell, also where its files are clipped. */
export function extentOfTile({ cellId, dataWkt, datetime }: TileSpec): Extent {
  const geometry: Geometry = readWkt(dataWkt);
  const bbox = boxOf(geometry) === null ? wholeEarth : unwrappedBox(knownCell(cellId).zone, [geometry]);
  return { bbox, from: datetime, until: datetime };
}

const wholeEarth: Bbox = [-180, -90, 180, 90];

/** The extent of all; there is at least one. */
export const joinedExtent = (extents: readonly Extent[]): Extent => ({
  bbox: joinedBox(extents.map(({ bbox }) => bbox)),
  from: extents.map(({ from }) => from).reduce((a, b) => (a < b ? a : b)),
  until: extents.map(({ until }) => until).reduce((a, b) => (a > b ? a : b)),
});

/** The narrower of the two ways around the earth. */
function joinedBox(boxes: readonly Bbox[]): Bbox {
  const [fromGreenwich, fromAntimeridian] = [hullFrom(0, boxes), hullFrom(-180, boxes)];
  const [west, south, east, north] =
    widthOf(fromGreenwich) < widthOf(fromAntimeridian) - 1e-6 ? fromGreenwich : fromAntimeridian;
  if (east - west >= 360) return [-180, south, 180, north];
  return [withinTurn(west), south, east > 180 ? withinTurn(east) : east, north];
}

const widthOf = ([west, , east]: Bbox): number => east - west;

/** Longitudes run on from there. */
function hullFrom(start: number, boxes: readonly Bbox[]): Bbox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [w, s, e, n] of boxes) {
    const left = turned(w, start);
    west = Math.min(west, left);
    east = Math.max(east, left - w + (e >= w ? e : e + 360));
    [south, north] = [Math.min(south, s), Math.max(north, n)];
  }
  return [west, south, east, north];
}

const turned = (longitude: number, start: number): number => longitude - 360 * Math.floor((longitude - start) / 360);

const withinTurn = (longitude: number): number => (longitude >= 180 ? longitude - 360 : longitude);

/** As STAC says it. */
export const extentMember = (extents: readonly Extent[]): JsonObject => ({
  spatial: { bbox: extents.map(({ bbox }) => bbox) },
  temporal: { interval: [[joinedExtent(extents).from, joinedExtent(extents).until]] },
});

/** What a document that lies in a bucket says; null where it does not say it so. */
export function readExtent(extent: unknown): Extent | null {
  if (!isObject(extent) || !isObject(extent['spatial']) || !isObject(extent['temporal'])) return null;
  const bbox: unknown = firstOf(extent['spatial']['bbox']);
  const interval: unknown = firstOf(extent['temporal']['interval']);
  return isBbox(bbox) && isInterval(interval) ? { bbox, from: interval[0], until: interval[1] } : null;
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

const isBbox = (bbox: unknown): bbox is Bbox =>
  Array.isArray(bbox) &&
  bbox.length === 4 &&
  bbox.every((edge, at) => typeof edge === 'number' && Math.abs(edge) <= (at % 2 === 0 ? 180 : 90));

const isInterval = (interval: unknown): interval is readonly [string, string] =>
  Array.isArray(interval) &&
  interval.length === 2 &&
  interval.every((time) => typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(time));
