import type { Geometry, Position } from '../../geometry/geojson.ts';
import { againstClock } from '../../geometry/ring-direction.ts';

/** Positions as a `posList` has them, parted by blanks. */
export function posList(line: readonly Position[], isLatLon: boolean): string {
  let text = '';
  for (const position of line) {
    if (text !== '') text += ' ';
    text += isLatLon ? `${position[1]!} ${position[0]!}` : `${position[0]!} ${position[1]!}`;
  }
  return text;
}

type Rings = readonly (readonly Position[])[];

/** Writes geometries of GML 3: polygons always as surfaces of one kind, as the schema says. */
export function createGeometryWriter(srsName: string, isLatLon: boolean, areIdsNeeded: boolean) {
  const srs = ` srsName="${srsName}"`;
  const idOf = (id: string) => (areIdsNeeded ? ` gml:id="${id}"` : '');

  function polygon(stored: Rings, id: string): string {
    const rings = againstClock(stored);
    let text = `<gml:Polygon${idOf(id)}>`;
    for (let i = 0; i < rings.length; i++) {
      const side = i === 0 ? 'exterior' : 'interior';
      text += `<gml:${side}><gml:LinearRing><gml:posList>${posList(rings[i]!, isLatLon)}</gml:posList></gml:LinearRing></gml:${side}>`;
    }
    return `${text}</gml:Polygon>`;
  }

  function multiSurface(polygons: readonly Rings[], id: string): string {
    let text = `<gml:MultiSurface${srs}${idOf(id)}>`;
    for (let i = 0; i < polygons.length; i++)
      text += `<gml:surfaceMember>${polygon(polygons[i]!, `${id}.${i + 1}`)}</gml:surfaceMember>`;
    return `${text}</gml:MultiSurface>`;
  }

  const point = (at: Position, id: string, own = srs) =>
    `<gml:Point${own}${idOf(id)}><gml:pos>${posList([at], isLatLon)}</gml:pos></gml:Point>`;
  const line = (positions: readonly Position[], id: string, own = srs) =>
    `<gml:LineString${own}${idOf(id)}><gml:posList>${posList(positions, isLatLon)}</gml:posList></gml:LineString>`;
  const many = <T>(
    kind: string,
    member: string,
    parts: readonly T[],
    id: string,
    one: (part: T, id: string) => string,
  ) =>
    `<gml:${kind}${srs}${idOf(id)}>${parts.map((part, i) => `<gml:${member}>${one(part, `${id}.${i + 1}`)}</gml:${member}>`).join('')}</gml:${kind}>`;

  return function write(geometry: Geometry, id: string): string {
    switch (geometry.type) {
      case 'Polygon':
        return multiSurface([geometry.coordinates], id);
      case 'MultiPolygon':
        return multiSurface(geometry.coordinates, id);
      case 'Point':
        return point(geometry.coordinates, id);
      case 'LineString':
        return line(geometry.coordinates, id);
      case 'MultiPoint':
        return many('MultiPoint', 'pointMember', geometry.coordinates, id, (part, own) => point(part, own, ''));
      case 'MultiLineString':
        return many('MultiCurve', 'curveMember', geometry.coordinates, id, (part, own) => line(part, own, ''));
      case 'GeometryCollection':
        return many('MultiGeometry', 'geometryMember', geometry.geometries, id, write);
    }
  };
}
