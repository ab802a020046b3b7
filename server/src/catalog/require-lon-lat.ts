import { crsRule, foreignCrs } from '../geometry/legacy-crs.ts';
import { type JsonObject, refuse } from './refuse.ts';

/** Refuses a document of GeoJSON that says that its coordinates are others; `tell` words it. */
export function requireLonLat({ crs }: JsonObject, tell: (member: string, rule: string) => never = refuse): void {
  const foreign = foreignCrs(crs);
  if (foreign !== null) tell('crs', crsRule(foreign));
}
