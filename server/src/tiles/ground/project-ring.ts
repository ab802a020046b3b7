import { metresOffMeridian } from '../../grid/utm.ts';
import type { Ring } from './clip-ring.ts';

const radius = 6_378_137;
const radians = Math.PI / 180;
/** How far a projected edge may be from the true one, which is straight in degrees alone. */
const toleranceMetres = 0.05;
/** For the border of what was cut off, which lies beyond all cells. */
const looseMetres = 100;
/** Up to here, in radians from the meridian, lines bend as the first terms of the projection say. */
const nearMeridian = 0.15;

/** A ring of degrees from meridian and equator, in metres from them; its edges followed closely, but for those of the box. */
export function projectRing(ring: Ring, box: Box): Ring {
  const places: number[] = [];
  let ax = ring[ring.length - 2]!;
  let ay = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const count = pieceCount(ax, ay, bx, by, isOnBorder(ax, ay, bx, by, box) ? looseMetres : toleranceMetres);
    // The way back passes the same places, so that neighbours meet.
    const isForth = ax < bx || (ax === bx && ay < by);
    for (let piece = 1; piece < count; piece++) {
      const t = (isForth ? piece : count - piece) / count;
      if (isForth) addPlace(places, ax + t * (bx - ax), ay + t * (by - ay));
      else addPlace(places, bx + t * (ax - bx), by + t * (ay - by));
    }
    addPlace(places, bx, by);
    ax = bx;
    ay = by;
  }
  return places;
}

type Box = readonly [west: number, south: number, east: number, north: number];

const isOnBorder = (ax: number, ay: number, bx: number, by: number, [west, south, east, north]: Box): boolean =>
  (ax === bx && (ax === west || ax === east)) || (ay === by && (ay === south || ay === north));

function addPlace(places: number[], offset: number, latitude: number): void {
  const metres = metresOffMeridian(offset, latitude);
  places.push(metres[0], metres[1]);
}

/** By how much the projection bends the edge. */
export function pieceCount(ax: number, ay: number, bx: number, by: number, metres = toleranceMetres): number {
  const dx = Math.abs(bx - ax) * radians;
  const dy = Math.abs(by - ay) * radians;
  const away = Math.max(ax, bx) * radians;
  const sine = Math.sin(Math.max(ay, by) * radians);
  const cosine = Math.cos(Math.min(ay, by) * radians);
  const bend =
    away < nearMeridian
      ? 1.05 * bendNear(away, sine, cosine, dx, dy)
      : 1.5 * (cosine * (dx * dx + dy * dy) + 2 * dx * dy);
  return Math.max(1, Math.ceil(Math.sqrt((radius * bend) / (8 * metres))));
}

function bendNear(away: number, sine: number, cosine: number, dx: number, dy: number): number {
  const across = 2 * sine * dx * dy + away * cosine * (dx * dx + dy * dy);
  const along = sine * cosine * dx * dx + 2 * away * dx * dy + away * away * dy * dy;
  return Math.sqrt(across * across + along * along);
}
