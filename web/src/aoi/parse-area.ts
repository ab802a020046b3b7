import { type Area, AreaProblem, areaOfBox } from './area.ts';
import { numbersOf, readCoordinateLines } from './read-coordinates.ts';
import { readGeoJsonArea } from './read-geojson.ts';
import { readWktArea } from './read-wkt.ts';

/** An area in any of the ways that people write one; throws an `AreaProblem` that says where it went wrong. */
export function parseArea(text: string): Area {
  const trimmed = text.trim();
  if (trimmed === '') throw new AreaProblem('Nothing is given yet.');
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return readGeoJsonArea(trimmed);
  if (/^(SRID|MULTI|POLY|POINT|LINE|GEOM|CURVE|CIRC)/i.test(trimmed)) return readWktArea(trimmed);
  const box = numbersOf(trimmed, 4);
  if (box !== null) return areaOfBox(box[0]!, box[1]!, box[2]!, box[3]!);
  return readCoordinateLines(trimmed);
}
