import { type Box, boxOf } from '../../geometry/box.ts';
import { type Geometry, type Position, type SimpleGeometry, simpleParts } from '../../geometry/geojson.ts';

/** A point, a line or a polygon in degrees: lines of positions, which enclose an area where it is filled. */
export type Part = {
  readonly lines: readonly (readonly Position[])[];
  readonly isFilled: boolean;
  readonly box: Box;
};

export const partsOf = (geometry: Geometry): readonly Part[] =>
  simpleParts(geometry).flatMap((simple) =>
    linesOf(simple).flatMap((lines) => {
      const box = boxOf({ type: 'MultiLineString', coordinates: lines });
      return box === null
        ? []
        : [{ lines, box, isFilled: simple.type === 'Polygon' || simple.type === 'MultiPolygon' }];
    }),
  );

function linesOf(simple: SimpleGeometry): readonly Part['lines'][] {
  switch (simple.type) {
    case 'Point':
      return [[[simple.coordinates]]];
    case 'MultiPoint':
      return simple.coordinates.map((position) => [[position]]);
    case 'LineString':
      return [[simple.coordinates]];
    case 'MultiLineString':
      return simple.coordinates.map((line) => [line]);
    case 'Polygon':
      return [simple.coordinates];
    case 'MultiPolygon':
      return simple.coordinates;
  }
}
