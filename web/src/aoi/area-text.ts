import type { Position } from 'geojson';
import { type Area, type Ring, type Rings, asBox, polygonsOf, wrapped } from './area.ts';

/** About 10 cm. */
const decimals = 6;

/** Short, for addresses: a box as `w,s,e,n`, else well-known text. `parseArea` reads it again. */
export function areaText(area: Area): string {
  const box = asBox(area);
  if (box !== null) return wrapped(box).map(short).join(',');
  const polygons = polygonsOf(area).map(polygonText);
  return polygons.length === 1 ? `POLYGON${polygons[0]}` : `MULTIPOLYGON(${polygons.join(',')})`;
}

const short = (degrees: number): string => String(Number(degrees.toFixed(decimals)));

const positionText = ([x, y]: Position): string => `${short(x!)} ${short(y!)}`;

const polygonText = (rings: Rings): string => `(${rings.map(ringText).join(',')})`;

/** Neighbours that became the same are one. */
const ringText = (ring: Ring): string =>
  `(${ring
    .map(positionText)
    .filter((text, at, all) => text !== all[at - 1])
    .join(',')})`;
