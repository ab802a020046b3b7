import type { Place } from './places.ts';

/** As texts of JSON: an item is written, never built. */
export type FootprintText = { readonly geometry: string; readonly bbox: string };

const degree = Math.PI / 180;

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function turnedBack(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** A turned rectangle of degrees on the ground; where it crosses the antimeridian, the boxes on both sides. */
export function footprintText([x, y]: Place, width: number, height: number, turn: number): FootprintText {
  const longitude = turnedBack(x);
  const latitude = Math.max(-82, Math.min(82, y));
  const stretch = 1 / Math.cos(latitude * degree);
  const cos = Math.cos(turn * degree);
  const sin = Math.sin(turn * degree);
  const corner = (a: number, b: number): Place => [
    rounded(longitude + (a * cos - b * sin) * stretch),
    rounded(Math.max(-89.9, Math.min(89.9, latitude + a * sin + b * cos))),
  ];
  const [a, b] = [width / 2, height / 2];
  const [c0, c1, c2, c3] = [corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b)];
  const west = Math.min(c0[0], c1[0], c2[0], c3[0]);
  const east = Math.max(c0[0], c1[0], c2[0], c3[0]);
  const south = Math.min(c0[1], c1[1], c2[1], c3[1]);
  const north = Math.max(c0[1], c1[1], c2[1], c3[1]);
  if (west < -180 || east > 180) return cutText(rounded(turnedBack(west)), south, rounded(turnedBack(east)), north);
  const ring = `[${c0[0]},${c0[1]}],[${c1[0]},${c1[1]}],[${c2[0]},${c2[1]}],[${c3[0]},${c3[1]}],[${c0[0]},${c0[1]}]`;
  return {
    geometry: `{"type":"Polygon","coordinates":[[${ring}]]}`,
    bbox: `[${west},${south},${east},${north}]`,
  };
}

function cutText(west: number, south: number, east: number, north: number): FootprintText {
  const box = (w: number, e: number) =>
    `[[[${w},${south}],[${e},${south}],[${e},${north}],[${w},${north}],[${w},${south}]]]`;
  return {
    geometry: `{"type":"MultiPolygon","coordinates":[${box(west, 180)},${box(-180, east)}]}`,
    bbox: `[${west},${south},${east},${north}]`,
  };
}
