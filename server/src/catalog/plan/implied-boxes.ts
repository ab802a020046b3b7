import { withinOneTurn } from '../../geometry/antimeridian.ts';
import { type Box, bboxGeometry, plainBoxes } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import type { Area } from '../area.ts';
import type { Expression, Filter } from '../filter.ts';
import { enclosingBbox } from '../footprint.ts';
import { type Reading, readFilter } from './atoms.ts';
import { conjunctionOf, conjunctsOf } from './conjuncts.ts';

type Spatial = Extract<Filter, { kind: 'spatial' }>;

/** Boxes of which every item that the filter is true of touches one; null when it implies none. */
export const impliedBoxes = (filter: Filter): readonly Box[] | null => readFilter(filter, boxes);

const boxes: Reading<readonly Box[]> = {
  atom: (atom) => (atom.kind === 'verdict' && atom.of.kind === 'spatial' ? touchedBoxes(atom.of, atom.isTrue) : null),
  all: (parts) =>
    parts.reduce((best, part) => (best === null || (part !== null && sizeOf(part) < sizeOf(best)) ? part : best), null),
  any: (parts) => (parts.some((part) => part === null) ? null : parts.flatMap((part) => part!)),
};

const sizeOf = (parts: readonly Box[]): number =>
  parts.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0);

/** Every relation but `disjoint` needs a point in common, and so does `disjoint` where it is false. */
export function touchedBoxes(filter: Spatial, isTrue: boolean): readonly Box[] | null {
  if (isTrue === (filter.op === 'disjoint')) return null;
  const area = areaOf(filter);
  return area === null ? null : plainBoxes(area.bbox);
}

/** The first `S_INTERSECTS(geometry, literal)` that must be true, as an area, and the rest of the filter. */
export function takeArea(filter: Filter): { readonly area: Area; readonly rest: Filter | null } | null {
  const conjuncts = conjunctsOf(filter);
  for (const [i, conjunct] of conjuncts.entries()) {
    const area = conjunct.kind === 'spatial' && conjunct.op === 'intersects' ? areaOf(conjunct) : null;
    if (area !== null && isOnTheGlobe(area)) return { area, rest: conjunctionOf(conjuncts.toSpliced(i, 1)) };
  }
  return null;
}

/** `geom` is not taken for the footprint: a document may have a property of that name. */
const isFootprint = (side: Expression): boolean => side.kind === 'property' && side.name === 'geometry';

function areaOf({ left, right }: Spatial): Area | null {
  const other = isFootprint(left) ? right : isFootprint(right) ? left : null;
  if (other === null || (other.kind !== 'geometry' && other.kind !== 'bbox')) return null;
  const literal = other.kind === 'geometry' ? other.value : bboxGeometry(other.value);
  const geometry = literal && cut(literal);
  const bbox = geometry && enclosingBbox(geometry);
  return geometry && bbox && { geometry, bbox, isBox: other.kind === 'bbox' };
}

/** Null where the geometry cannot be cut: the evaluator then cannot tell either. */
function cut(geometry: Geometry): Geometry | null {
  try {
    return withinOneTurn(geometry);
  } catch {
    return null;
  }
}

const isOnTheGlobe = ({ bbox: [west, south, east, north] }: Area): boolean =>
  Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
