import { fromTopology, rebuilt, toTopology } from '../../geometry/topology.ts';
import { isValid } from './is-valid.ts';
import { polygonsOf } from '../../geometry/geojson.ts';
import { type Polygonal, polygonal, tidy } from './tidy-rings.ts';

/** The same without what rounding broke; where that fails, its polygons without holes, those that are valid. */
export function madeValid(geometry: Polygonal): Polygonal {
  if (isValid(geometry)) return geometry;
  const whole = rebuiltOrNull(geometry);
  if (whole !== null && whole.coordinates.length > 0 && isValid(whole)) return whole;
  const shells = polygonsOf(geometry).map((rings) => rings.slice(0, 1));
  const valid = shells.filter((rings) => isValid({ type: 'Polygon', coordinates: rings }));
  return valid.length > 0 ? polygonal(valid) : geometry;
}

function rebuiltOrNull(geometry: Polygonal): Polygonal | null {
  try {
    return tidy(fromTopology(rebuilt(toTopology(geometry))));
  } catch {
    return null;
  }
}
