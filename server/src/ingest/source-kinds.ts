/** What a place may be read as. */
export const sourceKinds = [
  'ndjson',
  'geojson',
  'csv',
  'gpkg',
  'geoparquet',
  'catalogue',
  'api',
  'geotiffs',
  'pgstac',
] as const;
export type SourceKind = (typeof sourceKinds)[number];
