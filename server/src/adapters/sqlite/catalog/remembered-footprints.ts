import type { Geometry } from '../../../geometry/geojson.ts';

/** Footprints that were looked at, by the keys of their items; true while nobody writes. */
export type RememberedFootprints = Map<number, Geometry>;

/** Some megabytes. */
const most = 8_192;
const mostCorners = 16;

export function rememberFootprint(known: RememberedFootprints, pk: number, footprint: Geometry): void {
  if (!isPlain(footprint)) return;
  if (known.size >= most) known.clear();
  known.set(pk, footprint);
}

/** One ring of few corners, as most footprints are. */
const isPlain = (footprint: Geometry): boolean =>
  footprint.type === 'Polygon' && footprint.coordinates.length === 1 && footprint.coordinates[0]!.length <= mostCorners;
