import type { Position } from '../../geometry/geojson.ts';
import type { PixelRing } from './trace-mask.ts';

/** A corner of the image in degrees. */
export type Place = (column: number, row: number) => Degrees;

type Degrees = readonly [longitude: number, latitude: number];

const deepest = 5;

/**
 * Lines that are straight in the image bend in degrees: they get points between, until those lie within 1e-6 degrees.
 * Longitudes run on past 180: a ring around a pole ends 360 degrees from where it began, every other one where it began.
 */
export function degreeRing(ring: PixelRing, place: Place): readonly Position[] {
  const out: [number, number][] = [];
  let [last, turned, hop]: [Degrees | null, number, number] = [null, 0, -1];

  function go(to: Degrees, isStraight: boolean): void {
    const away = last === null ? 0 : to[0] - last[0];
    // Half a turn is a jump of the projection, unless the middle lies halfway.
    if (!isStraight && Math.abs(away) > 180) turned -= Math.sign(away) * 360;
    out.push([to[0] + turned, to[1]]);
    last = to;
  }

  function leg(from: Degrees, to: Degrees, isStraight: boolean): void {
    if (last === null || last[0] !== from[0] || last[1] !== from[1]) {
      if (last !== null) hop = out.length;
      go(from, false);
    }
    go(to, isStraight);
  }

  function walk(from: Degrees, to: Degrees, depth: number): void {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
    const [a, b] = besidePole(place(...from), place(...to));
    const [x, y] = place(...middle);
    const isStraight = Math.abs(x - (a[0] + b[0]) / 2) < 1e-6 && Math.abs(y - (a[1] + b[1]) / 2) < 1e-6;
    if (isStraight || depth === 0) return leg(a, b, isStraight);
    walk(from, middle, depth - 1);
    walk(middle, to, depth - 1);
  }

  for (let at = 0; at + 1 < ring.length; at++) walk(ring[at]!, ring[at + 1]!, deepest);
  return closed(out, hop).map(rounded);
}

const isPole = ([, latitude]: Degrees): boolean => Math.abs(latitude) > 90 - 1e-7;

/** A pole has any longitude: that of where one comes from or goes to. */
function besidePole(a: Degrees, b: Degrees): readonly [Degrees, Degrees] {
  if (isPole(a) === isPole(b)) return [a, b];
  return isPole(a) ? [[b[0], a[1]], b] : [a, [a[0], b[1]]];
}

/** Which way round a corner at a pole was passed shows at the end alone. */
function closed(out: readonly (readonly [number, number])[], hop: number): readonly Degrees[] {
  const [first, last] = [out[0]!, out.at(-1)!];
  if (isPole(first) && isPole(last) && first[0] !== last[0]) return [...out, first];
  const around = Math.round((last[0] - first[0]) / 360) * 360;
  if (around === 0 || hop === -1) return out;
  return out.map(([x, y], at) => (at < hop ? [x, y] : [x - around, y]));
}

/** To a centimetre. */
export const rounded = ([x, y]: Position): Position => [Number(x!.toFixed(7)), Number(y!.toFixed(7))];
