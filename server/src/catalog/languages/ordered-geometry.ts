import {
  type Geometry,
  type Position,
  type SimpleGeometry,
  coordinateDepth,
  eachPosition,
} from '../../geometry/geojson.ts';
import { orderOf } from './box-of-corners.ts';
import { type Crs, toLonLat } from './crs-names.ts';

type Nested = Position | readonly Nested[];

/** Why coordinates are refused that the formulas of their system give no place for. */
export const outsideItsCrs = 'the coordinates lie outside their CRS';

export function isOnEarth(geometry: Geometry): boolean {
  let isFinite = true;
  eachPosition(geometry, ([longitude, latitude]) => {
    isFinite &&= Number.isFinite(longitude) && Number.isFinite(latitude);
  });
  return isFinite;
}

/** The geometry in longitude and latitude, from the coordinates of the system. */
export function geometryInDegrees(geometry: Geometry, crs: Crs): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { type: geometry.type, geometries: geometry.geometries.map((part) => geometryInDegrees(part, crs)) };
  const moved = (nested: Nested, depth: number): Nested =>
    depth === 0
      ? toLonLat(nested as Position, crs)
      : (nested as readonly Nested[]).map((inner) => moved(inner, depth - 1));
  return {
    type: geometry.type,
    coordinates: moved(geometry.coordinates, coordinateDepth[geometry.type]),
  } as SimpleGeometry;
}

/** A geometry without a system of its own, whose coordinates stand in the order of the request. */
export function orderedGeometry(geometry: Geometry, isLatLon: boolean): Geometry {
  const [firsts, seconds]: [number[], number[]] = [[], []];
  eachPosition(geometry, ([first, second]) => {
    firsts.push(first!);
    seconds.push(second!);
  });
  return geometryInDegrees(geometry, orderOf(isLatLon, firsts, seconds));
}
