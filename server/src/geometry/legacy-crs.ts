/** Longitude and latitude of WGS 84 by the names that programs give it, in any order of its axes: files have longitude first. */
const lonLatNames = /^(?:(?:.*\bepsg\b.*[:/#])(?:4326|4979)|(?:.*[:/])?crs:?84h?|wgs ?84)$/i;

const longestName = 200;

/**
 * The name of the system that a member `crs` says, where it is not that of GeoJSON; null where it is, where nothing is
 * said, and for a member of that name which is something else. Programs write what GeoJSON had before RFC 7946.
 */
export function foreignCrs(crs: unknown): string | null {
  if (typeof crs !== 'object' || crs === null) return null;
  const { properties } = crs as { readonly properties?: unknown };
  if (typeof properties !== 'object' || properties === null) return null;
  const name = nameOf(properties);
  return name.length <= longestName && lonLatNames.test(name) ? null : name.slice(0, longestName);
}

/** A link says no name; the code alone is older still. */
function nameOf({ name, code }: { readonly name?: unknown; readonly code?: unknown }): string {
  if (typeof name === 'string') return name.trim();
  return typeof code === 'string' || typeof code === 'number' ? `EPSG:${code}` : 'that it does not name';
}

/** The rule for whoever refuses it. */
export const crsRule = (name: string): string =>
  `says the system ${name}: coordinates are longitude and latitude of WGS 84 (CRS84, EPSG:4326)`;
