import { Type } from 'typebox';
import { type Cell, cellBounds, formatCell, mostSteps, tileSteps } from '../../../grid/cell.ts';
import { cellEnvelope, cellGeometry } from '../../../grid/cell-polygon.ts';
import { nullIsAbsent } from '../parts/null-is-absent.ts';

/** About a metre: nearly every cell of 5 km is told by its four corners. */
const ringTolerance = { toleranceDegrees: 1e-5 };

/** Of one answer. */
export const mostCellsAnswered = 10_000;

const positions = Type.Array(Type.Unknown());

export const cellFeatureSchema = Type.Object({
  type: Type.Literal('Feature'),
  id: Type.String({ description: 'The same as `cell_id`.' }),
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'In degrees; west beyond east where the cell crosses the antimeridian.',
  }),
  geometry: Type.Object(
    { type: Type.Enum(['Polygon', 'MultiPolygon']), coordinates: positions },
    { description: 'In degrees, within about a metre; cut in two at the antimeridian.' },
  ),
  properties: Type.Object({
    cell_id: Type.String({ description: 'Such as `Z13-031133231113`.' }),
    'tile:zone': Type.Integer({ minimum: 1, maximum: 60, description: 'The UTM zone.' }),
    'tile:quadkey': Type.String({ description: 'A digit for each level, the coarsest first.' }),
    'proj:code': Type.String({ description: 'Such as `EPSG:32613`, or `EPSG:327..` in the south.' }),
    'proj:bbox': Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'In metres of `proj:code`: west, south, east, north.',
    }),
  }),
});

export const cellCollectionSchema = Type.Object({
  type: Type.Literal('FeatureCollection'),
  numberMatched: Type.Integer({ minimum: 0 }),
  numberReturned: Type.Integer({ minimum: 0 }),
  features: Type.Array(cellFeatureSchema, { description: 'By zone, then by quadkey.' }),
});

const levelRule = `The number of digits, 1 to ${mostSteps}: ${tileSteps}, cells of 5 km, when absent. Each level halves the side.`;
const bothRule = 'With both `bbox` and `intersects` the area is what they have in common.';

export const cellsQuery = Type.Object({
  bbox: Type.Optional(
    Type.String({
      description: `4 or 6 numbers: west, south, east, north. West beyond east crosses the antimeridian. ${bothRule}`,
    }),
  ),
  intersects: Type.Optional(
    Type.String({ description: 'GeoJSON (geometry, Feature or FeatureCollection) or well-known text.' }),
  ),
  level: Type.Optional(Type.String({ description: levelRule })),
});

export const cellsBody = nullIsAbsent(
  Type.Object({
    bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 6, description: bothRule })),
    intersects: Type.Optional(
      Type.Union([Type.Object({ type: Type.String() }), Type.String()], {
        description: 'GeoJSON (geometry, Feature or FeatureCollection) or well-known text.',
      }),
    ),
    level: Type.Optional(Type.Integer({ minimum: 1, maximum: mostSteps, default: tileSteps, description: levelRule })),
  }),
);

export function cellFeature(cell: Cell) {
  const { epsg, bounds } = cellBounds(cell);
  const id = formatCell(cell);
  return {
    type: 'Feature',
    id,
    bbox: cellEnvelope(cell),
    geometry: cellGeometry(cell, ringTolerance),
    properties: {
      cell_id: id,
      'tile:zone': cell.zone,
      'tile:quadkey': cell.quadkey,
      'proj:code': `EPSG:${epsg}`,
      'proj:bbox': bounds,
    },
  };
}

export const cellCollection = (cells: readonly Cell[]) => ({
  type: 'FeatureCollection',
  numberMatched: cells.length,
  numberReturned: cells.length,
  features: cells.map(cellFeature),
});
