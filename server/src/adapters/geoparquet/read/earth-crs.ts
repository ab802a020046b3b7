import { type Json, isMembers } from '../json.ts';

const codes: ReadonlySet<string> = new Set(['EPSG:4326', 'EPSG:4979', 'OGC:CRS84', 'OGC:CRS84h']);

/** Whether a `crs` of GeoParquet is longitude and latitude of WGS 84, whose order is theirs whatever the axes say. */
export function isInDegrees(crs: Json | undefined): boolean {
  if (crs === undefined) return true;
  // Versions before 0.4 have text instead of JSON.
  if (typeof crs === 'string') return codes.has(crs) || codes.has(lastCode(crs) ?? '');
  if (!isMembers(crs)) return false;
  const code = codeOf(crs);
  return code === null ? isWgs84(crs) : codes.has(code);
}

/** For people. */
export function crsName(crs: Json): string {
  if (crs === null) return 'an unknown CRS (null)';
  if (typeof crs === 'string') return lastCode(crs) ?? crs.slice(0, 80);
  const name = isMembers(crs) && typeof crs['name'] === 'string' ? crs['name'] : 'a CRS without a name';
  const code = isMembers(crs) ? codeOf(crs) : null;
  return code === null ? name : `${name} (${code})`;
}

function codeOf({ id }: { readonly [name: string]: Json }): string | null {
  if (!isMembers(id)) return null;
  return `${textOf(id['authority'])}:${textOf(id['code'])}`;
}

/** Of well-known text, whose own code stands at its end. */
function lastCode(text: string): string | null {
  const [, authority, code] = /\b(?:ID|AUTHORITY)\["(\w+)",\s*"?(\w+)"?\]\s*\]\s*$/.exec(text) ?? [];
  return authority === undefined ? null : `${authority}:${code}`;
}

/** Where no code says it: libraries leave it out of what was made from a text of PROJ. */
function isWgs84({ type, datum, datum_ensemble: ensemble }: { readonly [name: string]: Json }): boolean {
  const earth = datum ?? ensemble;
  if (type !== 'GeographicCRS' || !isMembers(earth) || earth['prime_meridian'] !== undefined) return false;
  return textOf(earth['name']).startsWith('World Geodetic System 1984');
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
