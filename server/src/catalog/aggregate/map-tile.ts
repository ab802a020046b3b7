import type { Place } from './box-centre.ts';

export const highestZoom = 29;

/** Column from the west and row from the north, of web Mercator. */
export type MapTile = { readonly x: number; readonly y: number };

const { min, max, floor, sin, log, PI } = Math;

/** Where the square of the map ends; what lies beyond is in the outermost row. */
const farthestLatitude = 85.051_128_779_806_6;

export function tileAt([longitude, latitude]: Place, zoom: number): MapTile {
  const count = 2 ** zoom;
  const sine = sin((max(-farthestLatitude, min(farthestLatitude, latitude)) * PI) / 180);
  const down = 0.5 - log((1 + sine) / (1 - sine)) / (4 * PI);
  return { x: part((longitude + 180) / 360, count), y: part(down, count) };
}

const part = (share: number, count: number): number => max(0, min(count - 1, floor(share * count)));

/** The tile of a lower zoom that the tile lies in. */
export const coarserTile = ({ x, y }: MapTile, from: number, to: number): MapTile => ({
  x: floor(x / 2 ** (from - to)),
  y: floor(y / 2 ** (from - to)),
});

export const tileText = ({ x, y }: MapTile, zoom: number): string => `${zoom}/${x}/${y}`;
