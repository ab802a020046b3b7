const types: ReadonlyMap<string, string> = new Map([
  ['ndjson', 'application/x-ndjson'],
  ['jsonl', 'application/x-ndjson'],
  ['geojsonl', 'application/x-ndjson'],
  ['geojsonseq', 'application/geo+json-seq'],
  ['geojson', 'application/geo+json'],
  ['json', 'application/geo+json'],
  ['parquet', 'application/vnd.apache.parquet'],
  ['geoparquet', 'application/vnd.apache.parquet'],
  ['csv', 'text/csv'],
  ['gpkg', 'application/geopackage+sqlite3'],
]);

/** What may be sent along, for the browser's own choice of files. */
export const uploadEndings = [...types.keys()].map((ending) => `.${ending}`).join(',');

/** Null where the ending says nothing. */
export const uploadTypeOf = (fileName: string): string | null =>
  types.get(/\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '') ?? null;
