import type { Position } from '../../geometry/geojson.ts';
import { topologyProblem } from '../../geometry/topology.ts';
import { isSimpleRing } from '../overlay/ring-form.ts';
import { type Polygonal, decimals } from './tidy-rings.ts';

/** Rounding can let narrow places close upon themselves. */
export function isValid(geometry: Polygonal): boolean {
  if (geometry.type === 'Polygon' && geometry.coordinates.length === 1 && isPlainRing(geometry.coordinates[0]!))
    return true;
  try {
    return topologyProblem(geometry) === null;
  } catch {
    return false;
  }
}

/** Beyond this the topology library is faster. */
const mostForCrossings = 120;

/** In whole numbers, so that nothing is lost to rounding. */
function isPlainRing(ring: readonly Position[]): boolean {
  if (ring.length > mostForCrossings) return false;
  const [x, y] = ring[0]!;
  const whole = new Float64Array(2 * ring.length - 2);
  for (let i = 0; i < ring.length - 1; i++) {
    whole[2 * i] = Math.round((ring[i]![0]! - x!) * decimals);
    whole[2 * i + 1] = Math.round((ring[i]![1]! - y!) * decimals);
  }
  return isSimpleRing(whole);
}
