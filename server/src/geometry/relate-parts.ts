import type { Relation } from './relation.ts';
import { type TopologyGeometry, differenceOf, relate } from './topology.ts';

type Parts = readonly TopologyGeometry[];

const interior = 0;

/** Relations between collections, by the set definitions of the standard: the library relates only single geometries. */
export function partsRelate(relation: Exclude<Relation, 'intersects' | 'disjoint'>, a: Parts, b: Parts): boolean {
  switch (relation) {
    case 'within':
      return isCovered(a, b) && sharedDimension(a, b) >= 0;
    case 'contains':
      return isCovered(b, a) && sharedDimension(a, b) >= 0;
    case 'equals':
      return isCovered(a, b) && isCovered(b, a);
    case 'touches':
      return sharedDimension(a, b) < 0 && a.some((one) => b.some((other) => relate(one, other).isIntersects()));
    case 'crosses':
      return sharedDimension(a, b) >= 0 && isLowerThanOne(a, b) && !isCovered(a, b) && !isCovered(b, a);
    case 'overlaps':
      return (
        dimensionOf(a) === dimensionOf(b) &&
        sharedDimension(a, b) === dimensionOf(a) &&
        !isCovered(a, b) &&
        !isCovered(b, a)
      );
  }
}

const dimensionOf = (parts: Parts): number => Math.max(...parts.map((part) => part.getDimension()));

const isLowerThanOne = (a: Parts, b: Parts): boolean =>
  sharedDimension(a, b) < Math.max(dimensionOf(a), dimensionOf(b));

/** The dimension of what the interiors share; -1 when they share nothing. */
const sharedDimension = (a: Parts, b: Parts): number =>
  Math.max(...a.flatMap((one) => b.map((other) => relate(one, other).get(interior, interior))));

/** Whether nothing of a is left when every part of b is taken away. */
const isCovered = (a: Parts, b: Parts): boolean =>
  a.every((part) => b.reduce((rest, other) => (rest.isEmpty() ? rest : taken(rest, other)), part).isEmpty());

function taken(rest: TopologyGeometry, other: TopologyGeometry): TopologyGeometry {
  return rest.getDimension() > other.getDimension() ? rest : differenceOf(rest, other);
}
