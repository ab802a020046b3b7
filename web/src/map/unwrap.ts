import type { Position } from 'geojson';

/** A line that crosses the antimeridian goes on beyond it instead of back around the world. */
export function unwrapLine(line: readonly Position[]): Position[] {
  let turn = 0;
  return line.map(([x = 0, y = 0], at) => {
    const before = line[at - 1]?.[0] ?? x;
    if (x - before > 180) turn -= 360;
    if (before - x > 180) turn += 360;
    return [rounded(x + turn), rounded(y)];
  });
}

/** One around a pole does not come back to where it began: it stays as it was. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const unwrapped = unwrapLine(ring);
  return unwrapped[0]?.[0] === unwrapped.at(-1)?.[0]
    ? unwrapped
    : ring.map(([x = 0, y = 0]) => [rounded(x), rounded(y)]);
}

/** To a hundred metres: coastlines know no better. */
const rounded = (degrees: number): number => Math.round(degrees * 1_000) / 1_000;
