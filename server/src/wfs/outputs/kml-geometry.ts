import type { Geometry, Position } from '../../geometry/geojson.ts';
import { againstClock } from '../../geometry/ring-direction.ts';

type Line = readonly Position[];

/** A geometry of KML, which lies on the ground. */
export function kmlGeometry(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Polygon':
      return polygon(geometry.coordinates);
    case 'MultiPolygon':
      return many(geometry.coordinates, polygon);
    case 'Point':
      return point(geometry.coordinates);
    case 'LineString':
      return line(geometry.coordinates);
    case 'MultiPoint':
      return many(geometry.coordinates, point);
    case 'MultiLineString':
      return many(geometry.coordinates, line);
    case 'GeometryCollection':
      return many(geometry.geometries, kmlGeometry);
  }
}

const many = <T>(parts: readonly T[], one: (part: T) => string): string =>
  `<MultiGeometry>${parts.map(one).join('')}</MultiGeometry>`;

function coordinates(positions: Line): string {
  let text = '';
  for (const [x, y] of positions) text += `${text === '' ? '' : ' '}${x!},${y!}`;
  return `<coordinates>${text}</coordinates>`;
}

const point = (at: Position): string => `<Point>${coordinates([at])}</Point>`;
// Long edges follow the ground and do not cut through it.
const line = (positions: Line): string =>
  `<LineString><tessellate>1</tessellate>${coordinates(positions)}</LineString>`;

function polygon(stored: readonly Line[]): string {
  const rings = againstClock(stored);
  let text = '<Polygon><tessellate>1</tessellate>';
  for (let i = 0; i < rings.length; i++) {
    const side = i === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
    text += `<${side}><LinearRing>${coordinates(rings[i]!)}</LinearRing></${side}>`;
  }
  return `${text}</Polygon>`;
}
