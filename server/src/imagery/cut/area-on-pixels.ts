import { type Geometry, type Position, polygonsOf } from '../../geometry/geojson.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type PixelToWorld, invert, worldOf } from '../georeference.ts';
import type { Projection } from '../ports.ts';
import type { PixelRings } from './pixel-area.ts';

type PixelPosition = readonly [number, number];

/** How far, in pixels, a straight edge of the area may run beside its curve on the image. */
const tolerance = 0.1;
const mostHalvings = 12;

/** The polygons of an area in degrees, on the pixels of a grid: long edges get corners where they bend in the grid's system. */
export function areaOnPixels(
  area: Geometry,
  fromDegrees: Projection,
  pixelToWorld: PixelToWorld,
): readonly PixelRings[] {
  const worldToPixel = invert(pixelToWorld);
  if (worldToPixel === null) throw new PlatformError('invalid_parameters', 'the image has no georeference');
  const toPixel = ([longitude, latitude]: Position): PixelPosition => {
    const [x, y] = fromDegrees(longitude!, latitude!);
    const position = worldOf(worldToPixel, x, y);
    // At once: an edge to nowhere would be halved to the last.
    if (!position.every((value) => Number.isFinite(value))) throw refuseBeyond();
    return position;
  };
  return polygonsOf(area).map((rings) => rings.map((ring) => bentRing(ring, toPixel)));
}

const refuseBeyond = () =>
  new PlatformError('invalid_parameters', "the area does not lie where the image's coordinate system is defined");

function bentRing(ring: readonly Position[], toPixel: (position: Position) => PixelPosition): readonly PixelPosition[] {
  const out: PixelPosition[] = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [from, to] = [ring[i]!, ring[i + 1]!];
    const start = toPixel(from);
    out.push(start);
    bend(from, to, start, toPixel(to), toPixel, mostHalvings, out);
  }
  if (out.length > 0) out.push(out[0]!);
  return out;
}

/** Corners between two positions, until halves and quarters of the edge lie on the line between their ends. */
function bend(
  from: Position,
  to: Position,
  start: PixelPosition,
  end: PixelPosition,
  toPixel: (position: Position) => PixelPosition,
  halvingsLeft: number,
  out: PixelPosition[],
): void {
  if (halvingsLeft === 0) return;
  const at = (share: number): Position => [
    from[0]! + (to[0]! - from[0]!) * share,
    from[1]! + (to[1]! - from[1]!) * share,
  ];
  const isStraight = [0.25, 0.5, 0.75].every((share) => {
    const [x, y] = toPixel(at(share));
    const [lineX, lineY] = [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
    return Math.hypot(x - lineX, y - lineY) <= tolerance;
  });
  if (isStraight) return;
  const [middle, place] = [at(0.5), toPixel(at(0.5))];
  bend(from, middle, start, place, toPixel, halvingsLeft - 1, out);
  out.push(place);
  bend(middle, to, place, end, toPixel, halvingsLeft - 1, out);
}
