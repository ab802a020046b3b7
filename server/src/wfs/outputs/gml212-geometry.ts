import type { Geometry, Position } from '../../geometry/geojson.ts';
import { againstClock } from '../../geometry/ring-direction.ts';

type Line = readonly Position[];

/** Writes geometries of GML 2: polygons always as multi polygons, as the schema says. */
export function createGml2GeometryWriter(srsName: string, isLatLon: boolean): (geometry: Geometry) => string {
  const srs = ` srsName="${srsName}"`;
  const [first, second] = isLatLon ? [1, 0] : [0, 1];

  function coordinates(line: Line): string {
    let text = '<gml:coordinates decimal="." cs="," ts=" ">';
    for (let i = 0; i < line.length; i++) {
      if (i > 0) text += ' ';
      text += `${line[i]![first]!},${line[i]![second]!}`;
    }
    return `${text}</gml:coordinates>`;
  }

  function polygon(stored: readonly Line[]): string {
    const rings = againstClock(stored);
    let text = '<gml:Polygon>';
    for (let i = 0; i < rings.length; i++) {
      const side = i === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
      text += `<gml:${side}><gml:LinearRing>${coordinates(rings[i]!)}</gml:LinearRing></gml:${side}>`;
    }
    return `${text}</gml:Polygon>`;
  }

  const point = (at: Position, own = '') => `<gml:Point${own}>${coordinates([at])}</gml:Point>`;
  const line = (positions: Line, own = '') => `<gml:LineString${own}>${coordinates(positions)}</gml:LineString>`;
  function many<T>(kind: string, member: string, parts: readonly T[], one: (part: T) => string): string {
    let text = `<gml:${kind}${srs}>`;
    for (const part of parts) text += `<gml:${member}>${one(part)}</gml:${member}>`;
    return `${text}</gml:${kind}>`;
  }

  return function write(geometry) {
    switch (geometry.type) {
      case 'Polygon':
        return many('MultiPolygon', 'polygonMember', [geometry.coordinates], polygon);
      case 'MultiPolygon':
        return many('MultiPolygon', 'polygonMember', geometry.coordinates, polygon);
      case 'Point':
        return point(geometry.coordinates, srs);
      case 'LineString':
        return line(geometry.coordinates, srs);
      case 'MultiPoint':
        return many('MultiPoint', 'pointMember', geometry.coordinates, (part) => point(part));
      case 'MultiLineString':
        return many('MultiLineString', 'lineStringMember', geometry.coordinates, (part) => line(part));
      case 'GeometryCollection':
        return many('MultiGeometry', 'geometryMember', geometry.geometries, write);
    }
  };
}
