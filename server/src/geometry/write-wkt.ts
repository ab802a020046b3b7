import type { Geometry, Position } from './geojson.ts';

/** Well-known text in the spelling of CQL2: `POLYGON Z` where positions carry a height. */
export function writeWkt(geometry: Geometry): string {
  const body = bodyOf(geometry);
  return `${geometry.type.toUpperCase()}${hasHeight(geometry) ? ' Z' : ''} ${body}`;
}

function hasHeight(geometry: Geometry): boolean {
  if (geometry.type === 'GeometryCollection') return false;
  let nested: unknown = geometry.coordinates;
  while (Array.isArray(nested) && Array.isArray(nested[0])) nested = nested[0];
  return Array.isArray(nested) && nested.length > 2;
}

function bodyOf(geometry: Geometry): string {
  switch (geometry.type) {
    case 'GeometryCollection':
      return listOf(geometry.geometries, writeWkt);
    case 'Point':
      return `(${positionText(geometry.coordinates)})`;
    case 'LineString':
      return lineText(geometry.coordinates);
    case 'MultiPoint':
      return listOf(geometry.coordinates, (position) => `(${positionText(position)})`);
    case 'MultiLineString':
    case 'Polygon':
      return listOf(geometry.coordinates, lineText);
    case 'MultiPolygon':
      return listOf(geometry.coordinates, (polygon) => listOf(polygon, lineText));
  }
}

const listOf = <T>(list: readonly T[], text: (one: T) => string): string =>
  list.length === 0 ? 'EMPTY' : `(${list.map(text).join(', ')})`;

const lineText = (line: readonly Position[]): string => listOf(line, positionText);

const positionText = (position: Position): string => position.join(' ');
