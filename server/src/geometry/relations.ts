import { lazily } from '../shared/lazily.ts';
import { withinOneTurn } from './antimeridian.ts';
import { type Box, boxOf, boxesIntersect } from './box.ts';
import { type Geometry, simpleParts } from './geojson.ts';
import { shapesIntersect } from './intersects.ts';
import { partsRelate } from './relate-parts.ts';
import type { Relation } from './relation.ts';
import { type Shape, shapeOf } from './shape.ts';
import { type TopologyGeometry, relate, toTopology } from './topology.ts';

/** A geometry with what relations need of it, each made once, when first asked for. */
export type Prepared = {
  readonly geometry: Geometry;
  readonly box: () => Box | null;
  readonly shape: () => Shape | null;
  readonly parts: () => readonly TopologyGeometry[];
};

export function prepare(geometry: Geometry): Prepared {
  const plain = lazily(() => {
    const box = boxOf(geometry);
    const cut = withinOneTurn(geometry, box);
    return { geometry: cut, box: cut === geometry ? box : boxOf(cut) };
  });
  return {
    geometry,
    box: () => plain().box,
    shape: lazily(() => shapeOf(plain().geometry, plain().box)),
    parts: lazily(() =>
      simpleParts(plain().geometry)
        .map(toTopology)
        .filter((part) => !part.isEmpty()),
    ),
  };
}

/** Null when the relation cannot be told, because a geometry is not valid. */
export function holds(relation: Relation, a: Prepared, b: Prepared): boolean | null {
  try {
    return tell(relation, a, b);
  } catch {
    return null;
  }
}

/** Whether the nine intersections are as the pattern has them; null where a geometry is empty, not valid or a collection. */
export function relatesBy(pattern: string, a: Prepared, b: Prepared): boolean | null {
  try {
    const [first, ...more] = a.parts();
    const [second, ...others] = b.parts();
    if (first === undefined || second === undefined || more.length > 0 || others.length > 0) return null;
    return relate(first, second).matches(pattern);
  } catch {
    return null;
  }
}

function tell(relation: Relation, a: Prepared, b: Prepared): boolean {
  const boxA = a.box();
  const boxB = b.box();
  if (boxA === null || boxB === null || !boxesIntersect(boxA, boxB)) return relation === 'disjoint';
  if (relation === 'intersects') return shapesIntersect(a.shape()!, b.shape()!);
  if (relation === 'disjoint') return !shapesIntersect(a.shape()!, b.shape()!);
  if (!boxesAllow(relation, boxA, boxB)) return false;
  const partsA = a.parts();
  const partsB = b.parts();
  if (partsA.length > 1 || partsB.length > 1) return partsRelate(relation, partsA, partsB);
  return matrixSays(relation, partsA[0]!, partsB[0]!);
}

/** Spares the dear relation where the boxes alone rule it out. */
function boxesAllow(relation: Relation, a: Box, b: Box): boolean {
  if (relation === 'within') return isBoxInside(a, b);
  if (relation === 'contains') return isBoxInside(b, a);
  return relation !== 'equals' || (isBoxInside(a, b) && isBoxInside(b, a));
}

const isBoxInside = (a: Box, b: Box): boolean => a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];

function matrixSays(relation: Relation, a: TopologyGeometry, b: TopologyGeometry): boolean {
  const matrix = relate(a, b);
  const [dimensionOfA, dimensionOfB] = [a.getDimension(), b.getDimension()];
  switch (relation) {
    case 'within':
      return matrix.isWithin();
    case 'contains':
      return matrix.isContains();
    case 'equals':
      return matrix.isEquals(dimensionOfA, dimensionOfB);
    case 'touches':
      return matrix.isTouches(dimensionOfA, dimensionOfB);
    case 'crosses':
      return matrix.isCrosses(dimensionOfA, dimensionOfB);
    case 'overlaps':
      return matrix.isOverlaps(dimensionOfA, dimensionOfB);
    case 'intersects':
      return matrix.isIntersects();
    case 'disjoint':
      return matrix.isDisjoint();
  }
}
