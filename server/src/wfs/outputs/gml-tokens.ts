import type { Geometry } from '../../geometry/geojson.ts';
import { goesWrong } from '../../geometry/ring-direction.ts';
import type { Token } from './feature-tokens.ts';
import { createGeometryWriter } from './gml-geometry.ts';

const [comma, openBracket, closeBracket] = [44, 91, 93];
const polygonStart = '{"type":"Polygon","coordinates":';
const multiStart = '{"type":"MultiPolygon","coordinates":';

/** What was written, and where the text goes on. */
type Written = { readonly text: string; readonly end: number };

/** Writes geometries of GML 3 from JSON: the numbers of areas are taken over as they stand, all others are read first. */
export function createGmlTokenWriter(srsName: string, isLatLon: boolean, areIdsNeeded: boolean) {
  const writeOther = createGeometryWriter(srsName, isLatLon, areIdsNeeded);
  const idOf = (id: string) => (areIdsNeeded ? ` gml:id="${id}"` : '');

  /** The positions of the ring whose bracket stands there, as a `posList` has them; heights are left out. */
  function ring(text: string, start: number, isOuter: boolean): Written | null {
    let list = '';
    let [x0, y0, beforeX, beforeY, twiceArea] = [Number.NaN, 0, 0, 0, 0];
    for (let at = start + 1; ; at++) {
      if (text.charCodeAt(at) !== openBracket) return null;
      const middle = text.indexOf(',', at);
      let yEnd = middle + 1;
      while (isOfNumber(text.charCodeAt(yEnd))) yEnd++;
      const x = text.slice(at + 1, middle);
      const y = text.slice(middle + 1, yEnd);
      list += isLatLon ? `${y} ${x}` : `${x} ${y}`;
      if (Number.isNaN(x0)) [x0, y0] = [Number(x), Number(y)];
      const [hereX, hereY] = [Number(x) - x0, Number(y) - y0];
      twiceArea += beforeX * hereY - hereX * beforeY;
      [beforeX, beforeY] = [hereX, hereY];
      at = text.charCodeAt(yEnd) === closeBracket ? yEnd + 1 : text.indexOf(']', yEnd) + 1;
      if (text.charCodeAt(at) !== comma)
        return { text: goesWrong(twiceArea, isOuter) ? turned(list) : list, end: at + 1 };
      list += ' ';
    }
  }

  function polygon(text: string, start: number, id: string): Written | null {
    let written = `<gml:surfaceMember><gml:Polygon${idOf(id)}>`;
    if (text.charCodeAt(start) !== openBracket) return null;
    for (let [at, side] = [start + 1, 'exterior']; ; at++, side = 'interior') {
      if (text.charCodeAt(at) !== openBracket) return null;
      const one = ring(text, at, side === 'exterior');
      if (one === null) return null;
      written += `<gml:${side}><gml:LinearRing><gml:posList>${one.text}</gml:posList></gml:LinearRing></gml:${side}>`;
      at = one.end;
      if (text.charCodeAt(at) !== comma) return { text: `${written}</gml:Polygon></gml:surfaceMember>`, end: at + 1 };
    }
  }

  function members(geometry: Token, id: string): string | null {
    if (geometry.startsWith(polygonStart)) return polygon(geometry, polygonStart.length, `${id}.1`)?.text ?? null;
    if (!geometry.startsWith(multiStart)) return null;
    let written = '';
    for (let [at, number] = [multiStart.length + 1, 1]; ; at++, number++) {
      const one = polygon(geometry, at, `${id}.${number}`);
      if (one === null) return null;
      written += one.text;
      at = one.end;
      if (geometry.charCodeAt(at) !== comma) return written;
    }
  }

  return (geometry: Token, id: string): string => {
    const surfaces = members(geometry, id);
    if (surfaces === null) return writeOther(JSON.parse(geometry) as Geometry, id);
    return `<gml:MultiSurface srsName="${srsName}"${idOf(id)}>${surfaces}</gml:MultiSurface>`;
  };
}

/** The same positions, the last one first. */
function turned(list: string): string {
  const words = list.trim().split(/ +/);
  let text = '';
  for (let i = words.length - 2; i >= 0; i -= 2) text += `${text === '' ? '' : ' '}${words[i]} ${words[i + 1]}`;
  return text;
}

/** Numbers end at one of these two. */
const isOfNumber = (character: number): boolean => character !== comma && character !== closeBracket;
