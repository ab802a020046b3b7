import { type Json, isMembers, parsed } from '../json.ts';
import { geoKey } from '../names.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { crsName, isInDegrees } from './earth-crs.ts';
import type { Schema } from './schema.ts';

type Metadata = ReadonlyMap<string, string>;

/** What a file says of its columns with geometries, by their names. */
export function geoColumns(metadata: Metadata): { readonly [name: string]: Json } {
  const geo = parsed(metadata.get(geoKey));
  const columns = isMembers(geo) ? geo['columns'] : undefined;
  return isMembers(columns) ? columns : {};
}

/** Else footprints would lie elsewhere: items have longitude and latitude, and nothing here computes them. */
export function requireDegrees({ children }: Schema, metadata: Metadata): void {
  const column = children.find(({ name }) => name === 'geometry')!;
  const said = geoColumns(metadata)['geometry'];
  const encoding = isMembers(said) ? said['encoding'] : undefined;
  if (column.kind !== 'leaf' || (typeof encoding === 'string' && encoding.toUpperCase() !== 'WKB'))
    throw refuse(`are stored as ${typeof encoding === 'string' ? encoding : `a ${column.kind}`}, not as WKB`);
  const crs = isMembers(said) ? said['crs'] : nativeCrs(column.element.logical?.crs ?? null, metadata);
  if (!isInDegrees(crs)) throw refuse(`are in ${crsName(crs!)}, not in longitude and latitude of WGS 84 (OGC:CRS84)`);
}

/** Of a column that Parquet itself says to be geometries: a code, a description, or the key of one. */
function nativeCrs(crs: string | null, metadata: Metadata): Json | undefined {
  if (crs === null || crs === '') return undefined;
  const key = /^projjson:(.*)$/s.exec(crs)?.[1];
  const described = parsed(key === undefined ? crs : metadata.get(key));
  return isMembers(described) ? described : crs.replace(/^(?:srid:)?(?=\d+$)/, 'EPSG:');
}

const refuse = (what: string) =>
  new PlatformError('invalid_parameters', `the Parquet file is no stac-geoparquet: its geometries ${what}`);
