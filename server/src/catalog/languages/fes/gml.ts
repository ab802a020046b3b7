import {
  type Geometry,
  type Polygon,
  type Position,
  type SimpleGeometry,
  eachPosition,
} from '../../../geometry/geojson.ts';
import { geometryProblem } from '../../../geometry/validity.ts';
import type { Bbox } from '../../bbox.ts';
import { defaultBounds } from '../../filter-bounds.ts';
import type { Expression } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';
import { boxOfCorners, orderOf } from '../box-of-corners.ts';
import { type Crs, readCrs } from '../crs-names.ts';
import { geometryInDegrees, isOnEarth, orderedGeometry, outsideItsCrs } from '../ordered-geometry.ts';
import { dimensionOf, positionsOf } from './gml-positions.ts';
import { type XmlElement, childOf, childrenCalled, failAt } from './read-xml.ts';

export const isGmlGeometry = ({ name }: XmlElement): boolean => isEnvelope(name) || readers[name] !== undefined;

const isEnvelope = (name: string): boolean => name === 'Envelope' || name === 'Box';

/** A geometry of GML 2, 3.1 or 3.2 in longitude and latitude. */
export function readGmlGeometry(element: XmlElement, reading: FilterReading): Expression {
  if (isEnvelope(element.name)) return { kind: 'bbox', value: readEnvelope(element, reading) };
  const crs = crsIn(element);
  const drawn = readShape(element, dimensionOf(element));
  let vertices = 0;
  eachPosition(drawn, () => vertices++);
  const { maxVertices } = defaultBounds;
  if (vertices > maxVertices) failAt(element, `the geometry has more than ${maxVertices} vertices`);
  const geometry = crs === null ? orderedGeometry(drawn, reading.isLatLon) : geometryInDegrees(drawn, crs);
  if (!isOnEarth(geometry)) failAt(element, outsideItsCrs);
  const problem = geometryProblem(geometry);
  return problem === null ? { kind: 'geometry', value: geometry } : failAt(element, problem.reason);
}

export function readEnvelope(element: XmlElement, reading: FilterReading): Bbox {
  const [low, high, ...more] = positionsOf(element, null);
  if (low === undefined || high === undefined || more.length > 0)
    return failAt(element, `${element.name} needs two corners`);
  const crs = crsIn(element) ?? orderOf(reading.isLatLon, [low[0]!, high[0]!], [low[1]!, high[1]!]);
  const box = boxOfCorners([low[0]!, low[1]!, high[0]!, high[1]!], crs);
  return box.every(Number.isFinite) ? box : failAt(element, outsideItsCrs);
}

/** The system of the element, or of the first part that names one. */
function crsIn(element: XmlElement): Crs | null {
  const name = element.attributes.get('srsName');
  if (name !== undefined && name.trim() !== '')
    return readCrs(name) ?? failAt(element, `there is no CRS '${name}' here`, 'unknownName');
  for (const child of element.children) {
    const crs = crsIn(child);
    if (crs !== null) return crs;
  }
  return null;
}

type ShapeReader = (element: XmlElement, dimension: number | null) => SimpleGeometry | Geometry;

function readShape(element: XmlElement, inherited: number | null): Geometry {
  const read = readers[element.name] ?? failAt(element, `the geometry '${element.name}' is not read`);
  return read(element, dimensionOf(element) ?? inherited);
}

/** The geometries within members, whatever their names. */
const membersOf = (element: XmlElement, dimension: number | null): readonly Geometry[] =>
  element.children.flatMap((member) => {
    if (!/(?:member|members|patches|segments|baseSurface|baseCurve)$/i.test(member.name)) return [];
    return member.children.map((child) => readShape(child, dimension));
  });

const readPoint: ShapeReader = (element, dimension) => {
  const [coordinates, ...more] = positionsOf(element, dimension);
  if (coordinates === undefined || more.length > 0) return failAt(element, 'a Point has one position');
  return { type: 'Point', coordinates };
};

const readLine: ShapeReader = (element, dimension) => lineOf(element, positionsOf(element, dimension));

function lineOf(element: XmlElement, coordinates: readonly Position[]): SimpleGeometry {
  if (coordinates.length < 2) return failAt(element, 'a line needs at least two positions');
  return { type: 'LineString', coordinates };
}

/** Parts that follow each other as one line. */
const readCurve: ShapeReader = (element, dimension) => {
  const positions = membersOf(element, dimension).flatMap((part) =>
    part.type === 'LineString' ? part.coordinates : failAt(element, `${element.name} holds lines alone`),
  );
  return lineOf(
    element,
    positions.filter(([x, y], i) => i === 0 || x !== positions[i - 1]![0] || y !== positions[i - 1]![1]),
  );
};

const readPolygon: ShapeReader = (element, dimension) => {
  const shell = childOf(element, 'exterior', 'outerBoundaryIs') ?? failAt(element, `${element.name} needs an exterior`);
  const holes = childrenCalled(element, 'interior', 'innerBoundaryIs').flatMap(({ children }) => children);
  const rings = [...shell.children.slice(0, 1), ...holes].map((ring) => {
    const line = readShape(ring, dimension);
    return line.type === 'LineString' ? line.coordinates : failAt(ring, 'expected a ring');
  });
  return { type: 'Polygon', coordinates: rings };
};

function readMany(kind: 'MultiPoint' | 'MultiLineString' | 'MultiPolygon'): ShapeReader {
  const single = kind.replace('Multi', '');
  return (element, dimension) => {
    const coordinates = membersOf(element, dimension).flatMap((part): readonly unknown[] => {
      if (part.type === kind) return part.coordinates;
      return part.type === single
        ? [(part as SimpleGeometry).coordinates]
        : failAt(element, `${element.name} cannot hold a ${part.type}`);
    });
    return { type: kind, coordinates } as SimpleGeometry;
  };
}

/** One patch alone is a polygon. */
const readSurface: ShapeReader = (element, dimension) => {
  const many = readMany('MultiPolygon')(element, dimension) as {
    readonly coordinates: readonly Polygon['coordinates'][];
  };
  const [only, ...more] = many.coordinates;
  if (only === undefined) return failAt(element, `${element.name} has no patch`);
  return more.length === 0
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: many.coordinates };
};

const readCollection: ShapeReader = (element, dimension) => ({
  type: 'GeometryCollection',
  geometries: membersOf(element, dimension),
});

const readers: Readonly<Record<string, ShapeReader | undefined>> = {
  __proto__: null as never,
  Point: readPoint,
  LineString: readLine,
  LinearRing: readLine,
  LineStringSegment: readLine,
  Curve: readCurve,
  Ring: readCurve,
  CompositeCurve: readCurve,
  Polygon: readPolygon,
  PolygonPatch: readPolygon,
  Rectangle: readPolygon,
  Triangle: readPolygon,
  Surface: readSurface,
  PolyhedralSurface: readSurface,
  CompositeSurface: readSurface,
  MultiPoint: readMany('MultiPoint'),
  MultiLineString: readMany('MultiLineString'),
  MultiCurve: readMany('MultiLineString'),
  MultiPolygon: readMany('MultiPolygon'),
  MultiSurface: readMany('MultiPolygon'),
  MultiGeometry: readCollection,
};
