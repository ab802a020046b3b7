import { withinOneTurn } from '../../geometry/antimeridian.ts';
import type { Geometry, Position } from '../../geometry/geojson.ts';
import type { Layer } from '../layer.ts';
import type { Frame } from './frame.ts';
import { groupRings } from './polygons-of-rings.ts';
import { madeValid } from './made-valid.ts';
import { ringInDegrees } from './ring-in-degrees.ts';
import { type Polygonal, polygonal, tidy } from './tidy-rings.ts';

type Rings = readonly (readonly Position[])[];

/** Rings that were traced around what is filled, in degrees: valid, cut at the antimeridian; null where there are none. */
export function outlineGeometry(frame: Frame, rings: Layer): Geometry | null {
  const polygons: Rings[] = [];
  for (const { shell, holes } of groupRings(rings)) {
    const outer = ringInDegrees(frame, shell);
    if (outer === null) continue;
    const inner = holes.map((hole) => ringInDegrees(frame, hole)).filter((ring) => ring !== null);
    polygons.push([outer, ...inner]);
  }
  if (polygons.length === 0) return null;
  return cutAtAntimeridian(madeValid(polygonal(polygons)));
}

function cutAtAntimeridian(geometry: Polygonal): Geometry {
  try {
    const cut = withinOneTurn(geometry);
    return cut === geometry ? cut : madeValid(tidy(cut));
  } catch {
    return geometry;
  }
}
