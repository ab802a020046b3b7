import type { Box } from '../../geometry/box.ts';
import type { GroundGrid } from '../raster.ts';

/** A tile of the web map's pyramid: column x from the west, row y from the north. */
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

export const deepestZoom = 24;

const earthRadius = 6_378_137;
const halfWorld = Math.PI * earthRadius;

/** The tile's pixels in web mercator. */
export function tileGrid({ z, x, y }: TileAddress, size: number): GroundGrid {
  const side = (2 * halfWorld) / 2 ** z;
  const pixel = side / size;
  const pixelToWorld = [pixel, 0, x * side - halfWorld, 0, -pixel, halfWorld - y * side] as const;
  return { width: size, height: size, crs: { epsg: 3857 }, pixelToWorld };
}

/** In degrees. */
export function tileBox({ z, x, y }: TileAddress): Box {
  const count = 2 ** z;
  return [(x / count) * 360 - 180, latitudeOf(y + 1, count), ((x + 1) / count) * 360 - 180, latitudeOf(y, count)];
}

const latitudeOf = (y: number, count: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / count))) * 180) / Math.PI;

/** The zoom whose pixels are about as fine as the imagery's. */
export function zoomOf(gsdMetres: number, latitude: number, size: number): number {
  const coarsest = (2 * halfWorld * Math.cos((latitude * Math.PI) / 180)) / size;
  // A hundredth of a zoom finer than the next one is still that one.
  return Math.min(deepestZoom, Math.max(0, Math.ceil(Math.log2(coarsest / gsdMetres) - 0.01)));
}
