import { type AoiMembers, readAoi } from '../../catalog/languages/read-aoi.ts';
import { refuseArea } from '../../catalog/refuse.ts';
import { areApart, boxOf } from '../../geometry/box.ts';
import { crossMoreThan } from '../../geometry/crossings.ts';
import {
  type Geometry,
  type Polygon,
  type Position,
  type SimpleGeometry,
  simpleParts,
} from '../../geometry/geojson.ts';
import { joinedPolygons } from '../../geometry/repair.ts';
import { PlatformError } from '../../shared/errors.ts';
import { suggestRepair } from './suggest-repair.ts';

/** The polygons of the area of interest, flat, none upon another. What is not usable is refused with a repair, where there is one. */
export const readArea = (members: AoiMembers): Geometry => joined(readValid(members), members);

function readValid(members: AoiMembers): Geometry {
  try {
    return readAoi(members);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'geometry_unusable') throw error;
    const { intersects, bbox } = members;
    const repaired = suggestRepair(error.message.startsWith("'bbox'") ? { bbox } : { intersects });
    throw repaired === null ? error : new PlatformError(error.kind, `${error.message}; repaired: ${repaired}`);
  }
}

/** Of parts: more make an outline that takes minutes to find, while nobody else is answered. */
const mostCrossings = 5_000;

/** Points and lines beside polygons show nothing, and are left out. */
function joined(geometry: Geometry, members: AoiMembers): Geometry {
  const parts = simpleParts(geometry).filter(isAreal);
  const polygons = parts.flatMap(polygonsOf);
  if (polygons.length === 0) return refuseArea(...withoutArea(members));
  if (polygons.length === 1) return polygons[0]!;
  if (parts.length === 1 || areApart(polygons.map((polygon) => boxOf(polygon)!))) return multiple(polygons);
  const rings = polygons.flatMap(({ coordinates }) => coordinates);
  if (crossMoreThan(rings, mostCrossings))
    return refuseArea('intersects', `has parts that cross each other more than ${mostCrossings} times: join them`);
  try {
    return joinedPolygons(polygons);
  } catch {
    return refuseArea('intersects', 'has parts that cannot be joined');
  }
}

function withoutArea({ intersects, bbox }: AoiMembers): readonly [member: string, rule: string] {
  const [hasShape, hasBox] = [intersects ?? null, bbox ?? null].map((member) => member !== null);
  if (hasShape && hasBox) return ['intersects', "and 'bbox' have no area in common"];
  return [hasShape ? 'intersects' : 'bbox', 'has no area'];
}

type Areal = Extract<SimpleGeometry, { type: 'Polygon' | 'MultiPolygon' }>;

const isAreal = (part: SimpleGeometry): part is Areal => part.type === 'Polygon' || part.type === 'MultiPolygon';

const polygonsOf = (part: Areal): readonly Polygon[] =>
  (part.type === 'Polygon' ? [part.coordinates] : part.coordinates)
    .map((rings) => rings.filter(({ length }) => length > 0))
    .filter(({ length }) => length > 0)
    .map((rings) => ({ type: 'Polygon', coordinates: rings.map(flat) }));

const flat = (ring: readonly Position[]): readonly Position[] => ring.map(([x, y]) => [x!, y!]);

const multiple = (polygons: readonly Polygon[]): Geometry => ({
  type: 'MultiPolygon',
  coordinates: polygons.map(({ coordinates }) => coordinates),
});
