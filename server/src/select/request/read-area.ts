import { type AoiMembers, readAoi } from '../../catalog/languages/read-aoi.ts';
import { joinedParts } from '../../catalog/join-parts.ts';
import { refuseArea } from '../../catalog/refuse.ts';
import { type Geometry, type Polygon, type Position, polygonsOf, simpleParts } from '../../geometry/geojson.ts';
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
  const polygons = polygonsOf(geometry)
    .map(flatPolygon)
    .filter(({ coordinates }) => coordinates.length > 0);
  if (polygons.length === 0) return refuseArea(...withoutArea(members));
  if (polygons.length === 1) return polygons[0]!;
  const isOneShape = simpleParts(geometry).filter((part) => polygonsOf(part).length > 0).length === 1;
  return (isOneShape ? null : joinedParts(polygons, mostCrossings)) ?? multiple(polygons);
}

function withoutArea({ intersects, bbox }: AoiMembers): readonly [member: string, rule: string] {
  const [hasShape, hasBox] = [intersects ?? null, bbox ?? null].map((member) => member !== null);
  if (hasShape && hasBox) return ['intersects', "and 'bbox' have no area in common"];
  return [hasShape ? 'intersects' : 'bbox', 'has no area'];
}

const flatPolygon = (rings: Polygon['coordinates']): Polygon => ({
  type: 'Polygon',
  coordinates: rings.filter(({ length }) => length > 0).map(flat),
});

const flat = (ring: readonly Position[]): readonly Position[] => ring.map(([x, y]) => [x!, y!]);

const multiple = (polygons: readonly Polygon[]): Geometry => ({
  type: 'MultiPolygon',
  coordinates: polygons.map(({ coordinates }) => coordinates),
});
