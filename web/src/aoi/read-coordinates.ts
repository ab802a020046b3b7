import type { Position } from 'geojson';
import { type Area, AreaProblem, areaOf, mostCorners } from './area.ts';
import { readAngles } from './read-angles.ts';

const numberText = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)';
const plainPair = new RegExp(`^(${numberText})(\\s*,\\s*|\\s+)(${numberText})$`);

/** So many numbers parted by commas or space and nothing else, in one line; else null. */
export function numbersOf(text: string, count: number): readonly number[] | null {
  const parts = text.split(/\s*,\s*|[ \t]+/);
  const isList = parts.length === count && parts.every((part) => new RegExp(`^${numberText}$`).test(part));
  return isList ? parts.map(Number) : null;
}

/** With letters the first is the longitude. */
type Corner = { readonly first: number; readonly second: number; readonly sign: ',' | ' ' | 'letters' };

/**
 * Corners, one a line or parted by semicolons. With N, S, E and W the letters decide; else "lat, lon" with a comma,
 * as map sites write it, and "lon lat" without, as well-known text does; unless a number beyond 90 shows the contrary.
 */
export function readCoordinateLines(text: string): Area {
  const lines = text.split(/\r?\n|;/);
  if (lines.length > mostCorners + 1)
    throw new AreaProblem(`These are more than ${mostCorners.toLocaleString('en')} lines.`);
  const corners = lines.flatMap((line, at) => (line.trim() === '' ? [] : [readCorner(line.trim(), at + 1)]));
  if (corners.length < 3) throw new AreaProblem('An area needs at least three corners, one a line.');
  const isLatitudeFirst = latitudeFirst(corners);
  const ring = corners.map(({ first, second, sign }): Position =>
    sign !== 'letters' && isLatitudeFirst ? [second, first] : [first, second],
  );
  return areaOf([[theShortWay(ring)]]);
}

function readCorner(line: string, at: number): Corner {
  const plain = plainPair.exec(line.slice(0, 200));
  if (plain !== null) {
    const [, first, sign, second] = plain;
    return { first: Number(first), second: Number(second), sign: sign!.includes(',') ? ',' : ' ' };
  }
  const angles = readAngles(line.slice(0, 200));
  if (angles === null)
    throw new AreaProblem(`Line ${at}: “${line.slice(0, 40)}” is no pair of coordinates, such as 50.93, 9.71`);
  return { ...angles, sign: 'letters' };
}

function latitudeFirst(corners: readonly Corner[]): boolean {
  const plain = corners.filter(({ sign }) => sign !== 'letters');
  const [isFirstFar, isSecondFar] = [
    plain.some(({ first }) => Math.abs(first) > 90),
    plain.some(({ second }) => Math.abs(second) > 90),
  ];
  if (isFirstFar && isSecondFar)
    throw new AreaProblem('Both the first and the second numbers go beyond 90: one of them must be the latitude.');
  if (isFirstFar || isSecondFar) return isSecondFar;
  return plain[0]?.sign === ',';
}

/** Each edge goes the shorter way around the world, so that 179 to -179 crosses the antimeridian. */
function theShortWay(ring: readonly Position[]): readonly Position[] {
  let turn = 0;
  return ring.map(([x, y], at) => {
    const step = at === 0 ? 0 : x! - ring[at - 1]![0]!;
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return [x! + turn, y!];
  });
}
