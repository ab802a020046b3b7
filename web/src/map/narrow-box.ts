import { type Box, boxAround, boxOfGeometry } from './geometry-box.ts';

type Parts = { readonly type?: string; readonly coordinates?: unknown; readonly geometries?: readonly object[] };

/** Around a geometry whose parts may lie on both sides of the antimeridian: east is then above 180. */
export const narrowBoxOf = (geometry: object | null): Box | null =>
  narrowBoxAround(partsOf(geometry).map(boxOfGeometry));

export const narrowBoxOfFeatures = ({
  features,
}: {
  readonly features: readonly { readonly geometry: object | null }[];
}): Box | null => narrowBoxAround(features.map(({ geometry }) => narrowBoxOf(geometry)));

function partsOf(geometry: object | null): readonly object[] {
  const { type = '', coordinates, geometries } = (geometry ?? {}) as Parts;
  if (geometries) return geometries.flatMap(partsOf);
  if (!type.startsWith('Multi') || !Array.isArray(coordinates)) return geometry === null ? [] : [geometry];
  return coordinates.map((part: unknown) => ({ coordinates: part }));
}

/** Around all of them, the short way around the world; null where there are none. */
export function narrowBoxAround(boxes: readonly (Box | null)[]): Box | null {
  const plain = boxAround(boxes);
  if (plain === null || plain[2] - plain[0] <= 180) return plain;
  const [west, south, east, north] = plain;
  let widest = { gap: 360 - (east - west), west, east };
  let reach = west;
  for (const box of boxes.filter((each) => each !== null).toSorted((one, other) => one[0] - other[0])) {
    if (box[0] - reach > widest.gap) widest = { gap: box[0] - reach, west: box[0], east: Math.max(reach + 360, east) };
    reach = Math.max(reach, box[2]);
  }
  return [widest.west, south, widest.east, north];
}
