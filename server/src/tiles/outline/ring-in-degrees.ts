import type { Position } from '../../geometry/geojson.ts';
import type { Frame } from './frame.ts';
import { rounded } from './tidy-rings.ts';

/** How far borders may be from the true ones, which are straight in metres alone. */
const toleranceDegrees = 0.9e-7;
const mostHalvings = 10;

/** A ring in degrees, rounded and closed; null where rounding leaves nothing of it. */
export function ringInDegrees({ degreesAt, isMirrored, poleY }: Frame, ring: Float64Array): readonly Position[] | null {
  const places: Position[] = [];
  let ax = ring[ring.length - 2]!;
  let ay = ring[ring.length - 1]!;
  let start = degreesAt(ax, ay);
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const end = degreesAt(bx, by);
    if (poleY !== null && ax === 0 && bx === 0 && ay < poleY !== by < poleY) passPole(start, end, places);
    // Borders of cells run along the axes; what else there is was straight in degrees.
    else if (ax === bx || ay === by) follow(degreesAt, [ax, ay, bx, by], start, end, mostHalvings, places);
    add(places, end);
    ax = bx;
    ay = by;
    start = end;
  }
  while (places.length > 1 && isSame(places[0]!, places.at(-1)!)) places.pop();
  if (places.length < 3) return null;
  if (isMirrored) places.reverse();
  return [...places, places[0]!];
}

const isSame = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

function add(places: Position[], position: Position): void {
  const place: Position = [rounded(position[0]!), rounded(position[1]!)];
  const last = places.at(-1);
  if (last === undefined || !isSame(last, place)) places.push(place);
}

/** The pole is a side of two places. */
function passPole(start: Position, end: Position, places: Position[]): void {
  const pole = start[1]! < 0 ? -90 : 90;
  add(places, [start[0]!, pole]);
  add(places, [end[0]!, pole]);
}

type Edge = readonly [ax: number, ay: number, bx: number, by: number];

/** Adds the places between the ends of an edge that is straight in metres. */
function follow(
  degreesAt: Frame['degreesAt'],
  [ax, ay, bx, by]: Edge,
  start: Position,
  end: Position,
  halvings: number,
  places: Position[],
): void {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const middle = degreesAt(x, y);
  if (halvings === 0 || isBetween(middle, start, end)) return;
  follow(degreesAt, [ax, ay, x, y], start, middle, halvings - 1, places);
  add(places, middle);
  follow(degreesAt, [x, y, bx, by], middle, end, halvings - 1, places);
}

/** Borders never bend both ways, so their middle is where they are farthest from the chord. */
function isBetween(middle: Position, start: Position, end: Position): boolean {
  const [dx, dy] = [end[0]! - start[0]!, end[1]! - start[1]!];
  const away = Math.abs(dx * (middle[1]! - start[1]!) - dy * (middle[0]! - start[0]!));
  return away <= toleranceDegrees * Math.sqrt(dx * dx + dy * dy);
}
