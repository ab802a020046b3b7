import type { Geometry, Position } from '../../geometry/geojson.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type PixelToWorld, worldOf } from '../georeference.ts';
import type { Projection } from '../ports.ts';
import { type Place, degreeRing } from './degree-ring.ts';
import { groupRings } from './group-rings.ts';
import type { ImageSample } from './sample-image.ts';
import { simplifyRing } from './simplify-ring.ts';
import { type PixelRing, traceMask } from './trace-mask.ts';
import { type Rings, besides, joined, withinTheWorld } from './within-the-world.ts';

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
  // Grids whose first and last rows have their centres on the poles reach beyond them by half a pixel.
  const toThePoles = (ring: readonly Position[]) =>
    ring.map((position) => endingAtPole(position, Math.abs(d) + Math.abs(e)));
  for (const tolerance of tolerances) {
    const drawn = draw(polygons, tolerance, place, isMirrored).map((drawnRings) => drawnRings.map(toThePoles));
    // What lies nowhere is refused by who asked.
    if (!hasPlaces(drawn)) return joined(drawn);
    const footprint = withinTheWorld(drawn, tolerance > 0);
    if (footprint !== null) return footprint;
  }
  throw new PlatformError('invalid_parameters', 'the outline of the image cannot be told in degrees');
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

/** What lies beyond a pole by at most so many degrees lies on it; more is a place that is not there. */
function endingAtPole([longitude, latitude]: Position, mostBeyond: number): Position {
  const isBeyond = Math.abs(latitude!) > 90 && Math.abs(latitude!) <= 90 + mostBeyond;
  return [longitude!, isBeyond ? Math.sign(latitude!) * 90 : latitude!];
}

/** Outer rings run against the clock, as GeoJSON asks. */
function draw(
  polygons: readonly (readonly PixelRing[])[],
  tolerance: number,
  place: Place,
  isMirrored: boolean,
): readonly Rings[] {
  const drawRing = (ring: PixelRing): readonly Position[] => {
    const drawn = degreeRing(simplifyRing(ring, tolerance), place);
    return isMirrored ? drawn.toReversed() : drawn;
  };
  return polygons.map((rings) => {
    const [outer, ...holes] = rings.map(drawRing);
    return [outer!, ...holes.map((hole) => besides(hole, outer!))];
  });
}

const hasPlaces = (polygons: readonly Rings[]): boolean =>
  polygons.every((rings) => rings.every((ring) => ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))));
