import { readFileSync } from 'node:fs';
import { geometryOf } from '../../catalog/languages/read-aoi.ts';
import { boxGeometry } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { readGeoJson } from '../../geometry/read-geojson.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import { UsageError } from '../command.ts';

export function boxArea(text: string): Geometry {
  const numbers = text.split(',').map(Number);
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox = numbers.length === 4 && numbers.every(Number.isFinite) && west < east && south < north;
  if (!isBox || Math.abs(south) > 90 || Math.abs(north) > 90)
    throw new UsageError(`--bbox must be W,S,E,N, not '${text}'`);
  return boxGeometry([west, south, east, north]);
}

/** The geometries of all features together. */
export function readArea(path: string): Geometry {
  const area = parseArea(path);
  const problem = geometryProblem(area);
  if (problem !== null) throw new UsageError(`--area ${path}: ${problem.reason}`);
  return area;
}

function parseArea(path: string): Geometry {
  try {
    return readGeoJson(geometryOf(JSON.parse(readFileSync(path, 'utf8'))));
  } catch (error) {
    throw new UsageError(`--area ${path}: ${(error as Error).message}`);
  }
}
