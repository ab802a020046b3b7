import { unfoldedAtAntimeridian, withinOneTurn } from '../../geometry/antimeridian.ts';
import { type Geometry, type MultiPolygon, type Polygon, type Position, eachPosition } from '../../geometry/geojson.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import { type PixelToWorld, worldOf } from '../georeference.ts';
import type { Projection } from '../ports.ts';
import { type Place, degreeRing, isTornAt } from './degree-ring.ts';
import { groupRings } from './group-rings.ts';
import type { ImageSample } from './sample-image.ts';
import { simplifyRing } from './simplify-ring.ts';
import { type PixelRing, traceMask } from './trace-mask.ts';

/** Corners may be off by this many pixels of the sample; less where that would make the outline cross itself. */
const tolerances = [1, 0.5, 0];

/** Where the image holds data, in degrees; null where it holds none. */
export function footprintOf(sample: ImageSample, pixelToWorld: PixelToWorld, toDegrees: Projection): Geometry | null {
  const rings = sample.mask === null ? [frame(sample)] : traceMask(sample.mask, sample.width, sample.height);
  const polygons = groupRings(rings);
  if (polygons.length === 0) return null;
  const place = placeIn(sample, pixelToWorld, toDegrees);
  const [a, b, , d, e] = pixelToWorld;
  const isMirrored = a * e - b * d < 0;
  const isTorn = polygons.some(([outer]) => isTornAt(outer!, place));
  for (const tolerance of tolerances) {
    const drawn = draw(polygons, tolerance, place, isMirrored);
    const isGood = tolerance === 0 || !hasPlaces(drawn) || geometryProblem(withinTheWorld(drawn, isTorn)) === null;
    if (isGood) return withinTheWorld(drawn, isTorn);
  }
  return null;
}

/** The last pixels of the sample may stand for less than a full step. */
const placeIn =
  ({ of, columnStep, rowStep }: ImageSample, pixelToWorld: PixelToWorld, toDegrees: Projection): Place =>
  (column, row) =>
    toDegrees(...worldOf(pixelToWorld, Math.min(of.width, column * columnStep), Math.min(of.height, row * rowStep)));

const frame = ({ width, height }: ImageSample): PixelRing => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
  [0, 0],
];

/** Outer rings run against the clock, as GeoJSON asks. */
function draw(
  polygons: readonly (readonly PixelRing[])[],
  tolerance: number,
  place: Place,
  isMirrored: boolean,
): Polygon | MultiPolygon {
  const drawRing = (ring: PixelRing): readonly Position[] => {
    const drawn = degreeRing(simplifyRing(ring, tolerance), place);
    return isMirrored ? drawn.toReversed() : drawn;
  };
  const drawn = polygons.map((rings) => rings.map(drawRing));
  return drawn.length === 1
    ? { type: 'Polygon', coordinates: drawn[0]! }
    : { type: 'MultiPolygon', coordinates: drawn };
}

function hasPlaces(geometry: Geometry): boolean {
  let isFinite = true;
  eachPosition(geometry, ([x, y]) => {
    isFinite &&= Number.isFinite(x) && Number.isFinite(y);
  });
  return isFinite;
}

/** Cut at the antimeridian, which projections jump over and degrees may run past. */
const withinTheWorld = (geometry: Geometry, isTorn: boolean): Geometry =>
  isTorn ? unfoldedAtAntimeridian(geometry) : withinOneTurn(geometry);
