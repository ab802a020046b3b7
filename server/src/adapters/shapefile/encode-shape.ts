import type { Box } from '../../geometry/box.ts';
import type { Position } from '../../geometry/geojson.ts';
import { withClock } from '../../geometry/ring-direction.ts';
import { type Shape, shapeCodes } from './shape-kind.ts';

type Line = readonly Position[];

/** The content of a record, and the box around it. */
export type EncodedShape = { readonly content: Buffer; readonly box: Box };

/** In the place of a geometry that is not there. */
export const nullShape = Buffer.alloc(4);

export function encodeShape(shape: Shape): EncodedShape {
  switch (shape.kind) {
    case 'polygon':
      return encodeParts(shapeCodes.polygon, shape.polygons.flatMap(withClock));
    case 'line':
      return encodeParts(shapeCodes.line, shape.lines);
    case 'multipoint':
      return encodePoints(shape.points);
    case 'point':
      return encodePoint(shape.at);
  }
}

const [boxAt, countsAt, partsAt] = [4, 36, 44];

function encodeParts(code: number, parts: readonly Line[]): EncodedShape {
  const points = parts.reduce((sum, part) => sum + part.length, 0);
  const content = Buffer.allocUnsafe(partsAt + 4 * parts.length + 16 * points);
  content.writeInt32LE(code, 0);
  content.writeInt32LE(parts.length, countsAt);
  content.writeInt32LE(points, countsAt + 4);
  let [partAt, first] = [partsAt, 0];
  for (const part of parts) {
    partAt = content.writeInt32LE(first, partAt);
    first += part.length;
  }
  return withBox(content, parts.flat(), partAt);
}

function encodePoints(points: Line): EncodedShape {
  const content = Buffer.allocUnsafe(countsAt + 4 + 16 * points.length);
  content.writeInt32LE(shapeCodes.multipoint, 0);
  content.writeInt32LE(points.length, countsAt);
  return withBox(content, points, countsAt + 4);
}

function encodePoint(at: Position): EncodedShape {
  const content = Buffer.allocUnsafe(20);
  content.writeInt32LE(shapeCodes.point, 0);
  content.writeDoubleLE(at[0]!, 4);
  content.writeDoubleLE(at[1]!, 12);
  return { content, box: [at[0]!, at[1]!, at[0]!, at[1]!] };
}

function withBox(content: Buffer, points: Line, from: number): EncodedShape {
  let [west, south, east, north, at] = [Infinity, Infinity, -Infinity, -Infinity, from];
  for (const point of points) {
    const [x, y] = [point[0]!, point[1]!];
    at = content.writeDoubleLE(y, content.writeDoubleLE(x, at));
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  const box: Box = [west, south, east, north];
  for (let i = 0; i < 4; i++) content.writeDoubleLE(box[i]!, boxAt + 8 * i);
  return { content, box };
}
