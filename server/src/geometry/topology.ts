import { lazily } from '../shared/lazily.ts';
import type { Geometry, Position, SimpleGeometry } from './geojson.ts';
import { type IntersectionMatrix, type TopologyGeometry, jsts } from './jsts.ts';

export type { IntersectionMatrix, TopologyGeometry } from './jsts.ts';

const reader = lazily(() => new (jsts().io.GeoJSONReader)());
const writer = lazily(() => new (jsts().io.GeoJSONWriter)());
const overlay = () => jsts().operation.overlay.OverlayOp;
const buffer = () => jsts().operation.buffer.BufferOp;

export const readTopology = (geometry: Geometry): TopologyGeometry => reader().read(geometry);

/** The topology library's form of a geometry, flat and without empty rings. */
export const toTopology = (geometry: SimpleGeometry): TopologyGeometry => readTopology(withoutHeights(geometry));

export const fromTopology = (topology: TopologyGeometry): Geometry => writer().write(topology) as Geometry;

/** The nine intersections; throws for collections and for geometries that are not valid. */
export const relate = (a: TopologyGeometry, b: TopologyGeometry): IntersectionMatrix =>
  jsts().operation.relate.RelateOp.relate(a, b);

export const intersectionOf = (a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry =>
  overlay().intersection(a, b);

export const differenceOf = (a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry => overlay().difference(a, b);

export const unionOf = (a: TopologyGeometry, b: TopologyGeometry): TopologyGeometry => overlay().union(a, b);

/** All that is no farther away than that; less than it was where the distance is negative. */
export const bufferOf = (topology: TopologyGeometry, distance: number): TopologyGeometry =>
  buffer().bufferOp(topology, distance);

/** What polygons that cross or touch themselves enclose, as valid polygons. */
export const rebuilt = (topology: TopologyGeometry): TopologyGeometry => buffer().bufferOp(topology, 0);

/** The centre of its area, else of its lines, else of its points; null when it is empty. */
export function centroidOf(topology: TopologyGeometry): Position | null {
  const centre = jsts().algorithm.Centroid.getCentroid(topology);
  return centre === null ? null : [centre.x, centre.y];
}

export type TopologyProblem = { readonly reason: string; readonly at: Position | null };

/** Self-intersections, holes outside their shell and the like; null when the geometry is valid. */
export function topologyProblem(geometry: SimpleGeometry): TopologyProblem | null {
  const check = new (jsts().operation.valid.IsValidOp)(toTopology(geometry));
  if (check.isValid()) return null;
  const problem = check.getValidationError();
  const at = problem.getCoordinate();
  return { reason: problem.getMessage(), at: at === null ? null : [at.x, at.y] };
}

const flat = (position: Position): Position => position.slice(0, 2);
const flatLine = (line: readonly Position[]) => line.map(flat);
const flatRings = (rings: readonly (readonly Position[])[]) => rings.filter(({ length }) => length > 0).map(flatLine);

function withoutHeights(geometry: SimpleGeometry): SimpleGeometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: flat(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type: geometry.type, coordinates: flatLine(geometry.coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: flatRings(geometry.coordinates) };
    case 'MultiPolygon': {
      const polygons = geometry.coordinates.map(flatRings).filter(({ length }) => length > 0);
      return { type: 'MultiPolygon', coordinates: polygons };
    }
  }
}
