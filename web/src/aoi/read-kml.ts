import type { Position } from 'geojson';
import { type Area, AreaProblem, type Ring, areaOf } from './area.ts';
import { scanXml } from './scan-xml.ts';

/** All polygons of a KML document together; its points and lines are left out. */
export function readKmlArea(text: string): Area {
  const polygons: Ring[][] = [];
  let rings: { outer: Ring[]; inner: Ring[] } | null = null;
  let [isInner, coordinates]: [boolean, string | null] = [false, null];
  let isKml = false;
  for (const { kind, value, at } of scanXml(text)) {
    if (kind === 'text') coordinates = coordinates === null ? null : coordinates + value;
    else if (value === 'kml') isKml = true;
    else if (value === 'Polygon') {
      if (kind === 'close' && rings !== null) polygons.push([...rings.outer, ...rings.inner]);
      rings = kind === 'open' ? { outer: [], inner: [] } : null;
    } else if (value === 'innerBoundaryIs') isInner = kind === 'open';
    else if (value === 'coordinates') {
      if (kind === 'close' && rings !== null) (isInner ? rings.inner : rings.outer).push(ringOf(coordinates ?? '', at));
      coordinates = kind === 'open' ? '' : null;
    }
  }
  if (!isKml) throw new AreaProblem('This is XML, but no KML.');
  const usable = polygons.filter(({ length }) => length > 0);
  if (usable.length === 0) throw new AreaProblem('The KML holds no Polygon.');
  return areaOf(usable);
}

/** `lon,lat,height lon,lat,height …` */
const ringOf = (text: string, at: number): Ring =>
  text
    .trim()
    .split(/\s+/)
    .map((tuple): Position => {
      const [x, y] = tuple.split(',').map((part) => (part === '' ? NaN : Number(part)));
      if (Number.isFinite(x) && Number.isFinite(y)) return [x!, y!];
      throw new AreaProblem(`KML, coordinates before character ${at + 1}: “${tuple.slice(0, 40)}” is no lon,lat.`);
    });
