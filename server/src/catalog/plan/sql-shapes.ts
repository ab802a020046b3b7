import { withinOneTurn } from '../../geometry/antimeridian.ts';
import { bboxGeometry, boxOf } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import type { Expression, Filter } from '../filter.ts';
import { isFootprint } from './implied-boxes.ts';
import type { ShapeTest } from './sql-dialect.ts';

type Spatial = Extract<Filter, { kind: 'spatial' }>;

/** A relation of the footprint with a literal, for a database that knows shapes; null where the evaluator must tell. */
export function shapeTestOf({ op, left, right }: Spatial): ShapeTest | null {
  const isFirst = isFootprint(left);
  if (isFirst === isFootprint(right)) return null;
  const literal = literalOf(isFirst ? right : left);
  const text = literal && shapeText(literal);
  return text === null ? null : { op, text, isFirst };
}

const literalOf = (side: Expression): Geometry | null =>
  side.kind === 'geometry' ? side.value : side.kind === 'bbox' ? bboxGeometry(side.value) : null;

const longestText = 100_000;

/** As relations see it: cut at the antimeridian; null for what is empty, not valid or a collection, which libraries tell apart. */
export function shapeText(literal: Geometry): string | null {
  try {
    const geometry = withinOneTurn(literal);
    const isPlain = geometry.type !== 'GeometryCollection' && boxOf(geometry) !== null;
    const text = isPlain && geometryProblem(geometry) === null ? JSON.stringify(geometry) : null;
    return text === null || text.length > longestText || text.includes('[]') ? null : text;
  } catch {
    return null;
  }
}
