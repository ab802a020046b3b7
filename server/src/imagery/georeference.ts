/** An EPSG code, or the proj4 text of a system that has none. */
export type Crs = { readonly epsg: number } | { readonly proj4: string };

/** `[a, b, c, d, e, f]`: x = a*column + b*row + c, y = d*column + e*row + f; column 0, row 0 is the first pixel's outer corner. */
export type PixelToWorld = readonly [number, number, number, number, number, number];

export const worldOf = ([a, b, c, d, e, f]: PixelToWorld, column: number, row: number): readonly [number, number] => [
  a * column + b * row + c,
  d * column + e * row + f,
];

/** World to pixel; null where the transform has no area. */
export function invert([a, b, c, d, e, f]: PixelToWorld): PixelToWorld | null {
  const determinant = a * e - b * d;
  if (determinant === 0 || !Number.isFinite(determinant)) return null;
  const [ia, ib, id, ie] = [e / determinant, -b / determinant, -d / determinant, a / determinant];
  return [ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)];
}

/** The transform of an overview: the same ground on another number of pixels. */
export function scaleTo(
  [a, b, c, d, e, f]: PixelToWorld,
  full: { readonly width: number; readonly height: number },
  level: { readonly width: number; readonly height: number },
): PixelToWorld {
  const [x, y] = [full.width / level.width, full.height / level.height];
  return [a * x, b * y, c, d * x, e * y, f];
}

/** A matrix that maps the image onto a line, or to nowhere, is no georeference. */
export const isUsable = (transform: PixelToWorld): boolean =>
  transform.every((value) => Number.isFinite(value)) && invert(transform) !== null;
