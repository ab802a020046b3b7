import { withinOneTurn } from '../../geometry/antimeridian.ts';
import { type Box, bboxGeometry, plainBoxes } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import type { Area } from '../area.ts';
import type { Call, Expression, Filter } from '../filter.ts';
import { enclosingBbox } from '../../geometry/enclosing-bbox.ts';
import { type Atom, type Reading, readFilter } from './atoms.ts';
import { conjunctionOf, conjunctsOf } from './conjuncts.ts';
import { constantScalar } from './constant-spans.ts';
import { grownBox } from './grown-box.ts';
import { mirrored } from './mirror-comparison.ts';

type Spatial = Extract<Filter, { kind: 'spatial' }>;
type Sides = Pick<Spatial, 'left' | 'right'>;

/** Boxes of which every item that the filter is true of touches one; null when it implies none. */
export const impliedBoxes = (filter: Filter): readonly Box[] | null => readFilter(filter, boxes);

const boxes: Reading<readonly Box[]> = {
  atom: boxesOfAtom,
  all: (parts) =>
    parts.reduce((best, part) => (best === null || (part !== null && sizeOf(part) < sizeOf(best)) ? part : best), null),
  any: (parts) => (parts.some((part) => part === null) ? null : parts.flatMap((part) => part!)),
};

const sizeOf = (parts: readonly Box[]): number =>
  parts.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0);

/** Boxes of which an item touches one wherever the atom is true of it; null when it implies none. */
export function boxesOfAtom(atom: Atom): readonly Box[] | null {
  if (atom.kind === 'compare') return boxesOfDistance(atom);
  if (atom.kind !== 'verdict') return null;
  if (atom.of.kind === 'call') return atom.isTrue ? boxesOfPattern(atom.of) : null;
  return atom.of.kind === 'spatial' ? touchedBoxes(atom.of, atom.isTrue) : null;
}

/** Every relation but `disjoint` needs a point in common, and so does `disjoint` where it is false. */
function touchedBoxes(filter: Spatial, isTrue: boolean): readonly Box[] | null {
  return isTrue === (filter.op === 'disjoint') ? null : boxesAround(filter);
}

/** `relate` needs a point in common as soon as the pattern says of what lies in both that it is there. */
function boxesOfPattern({ name, args: [left, right, pattern] }: Call): readonly Box[] | null {
  if (name.toLowerCase() !== 'relate' || left === undefined || right === undefined) return null;
  const signs = pattern?.kind === 'literal' ? String(pattern.value) : '';
  return [0, 1, 3, 4].some((at) => /[T012]/.test(signs.charAt(at))) ? boxesAround({ left, right }) : null;
}

/** `distance(geometry, literal) <= metres` keeps an item within that of the literal's box. */
function boxesOfDistance({ op, left, right }: Extract<Atom, { kind: 'compare' }>): readonly Box[] | null {
  const isLeft = left.kind === 'call';
  const [call, limit] = isLeft ? [left, right] : [right, left];
  const upward = isLeft ? op : mirrored[op];
  if (call.kind !== 'call' || call.name.toLowerCase() !== 'distance' || call.args.length !== 2) return null;
  if (upward !== '<' && upward !== '<=' && upward !== '=') return null;
  const metres = constantScalar(limit);
  const around = typeof metres === 'number' ? boxesAround({ left: call.args[0]!, right: call.args[1]! }) : null;
  return around === null ? null : around.flatMap((box) => plainBoxes(grownBox(box, Math.max(0, metres as number))));
}

/** Of the geometry on one side, where the other is the footprint or its box. */
function boxesAround({ left, right }: Sides): readonly Box[] | null {
  const area = areaOf({ left: withoutEnvelope(left), right: withoutEnvelope(right) });
  return area === null ? null : plainBoxes(area.bbox);
}

const withoutEnvelope = (side: Expression): Expression => (isEnvelope(side) ? footprint : side);

/** The first `S_INTERSECTS(geometry, literal)` that must be true, as an area, and the rest of the filter. */
export function takeArea(filter: Filter): { readonly area: Area; readonly rest: Filter | null } | null {
  const conjuncts = conjunctsOf(filter);
  for (const [i, conjunct] of conjuncts.entries()) {
    const area = conjunct.kind === 'spatial' && conjunct.op === 'intersects' ? areaOf(conjunct) : null;
    if (area !== null && isOnTheGlobe(area)) return { area, rest: conjunctionOf(conjuncts.toSpliced(i, 1)) };
  }
  return null;
}

const footprint: Expression = { kind: 'property', name: 'geometry' };

/** The box around the footprint, which rows keep. */
export const isEnvelope = (side: Expression): boolean =>
  side.kind === 'call' &&
  side.name.toLowerCase() === 'envelope' &&
  side.args.length === 1 &&
  isFootprint(side.args[0]!);

/** `geom` is not taken for the footprint: a document may have a property of that name. */
export const isFootprint = (side: Expression): boolean => side.kind === 'property' && side.name === 'geometry';

function areaOf({ left, right }: Sides): Area | null {
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
