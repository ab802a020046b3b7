import type { Position } from '../../geometry/geojson.ts';
import type { PixelRing } from './trace-mask.ts';

/** A corner of the image in degrees. */
export type Place = (column: number, row: number) => readonly [number, number];

/** Lines that are straight in the image bend in degrees: they get points between, until those lie within 1e-6 degrees. */
export function degreeRing(ring: PixelRing, place: Place): readonly Position[] {
  const out: Position[] = [];
  const walk = (from: readonly [number, number], to: readonly [number, number], depth: number): void => {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
    const [[ax, ay], [bx, by], [x, y]] = [place(...from), place(...to), place(...middle)];
    const isStraight = Math.abs(x - (ax + bx) / 2) < 1e-6 && Math.abs(y - (ay + by) / 2) < 1e-6;
    if (isStraight || depth === 0 || Math.abs(ax - bx) > 180) return;
    walk(from, middle, depth - 1);
    out.push(rounded(place(...middle)));
    walk(middle, to, depth - 1);
  };
  for (let at = 0; at + 1 < ring.length; at++) {
    out.push(rounded(place(...ring[at]!)));
    walk(ring[at]!, ring[at + 1]!, 5);
  }
  return [...out, out[0]!];
}

const rounded = ([x, y]: readonly [number, number]): Position => [Number(x.toFixed(7)), Number(y.toFixed(7))];

/** Whether an edge jumps over the antimeridian: its middle is then far from halfway between its ends. */
export const isTornAt = (ring: PixelRing, place: Place): boolean =>
  ring.slice(1).some(([column, row], at) => {
    const [before, beforeRow] = ring[at]!;
    const [[ax], [bx], [x]] = [
      place(before, beforeRow),
      place(column, row),
      place((before + column) / 2, (beforeRow + row) / 2),
    ];
    return Math.abs(ax - bx) > 180 && Math.abs(x - (ax + bx) / 2) > 90;
  });
