type Format = {
  readonly contentType: string;
  /** Other names that clients have for the type. */
  readonly alsoTypes: readonly string[];
  /** Other names that `f` may have for it. */
  readonly alsoNamed: readonly string[];
  readonly ending: string;
  readonly title: string;
};

/** What everything that a search finds may leave as, by the name that `f` has for it. */
export const exportFormats = {
  ndjson: {
    contentType: 'application/x-ndjson',
    alsoTypes: ['application/ndjson', 'application/jsonl', 'application/x-jsonlines', 'application/geo+x-ldjson'],
    alsoNamed: ['jsonl', 'geojsonl'],
    ending: 'ndjson',
    title: 'Newline-delimited GeoJSON: an item a line',
  },
  geojsonseq: {
    contentType: 'application/geo+json-seq',
    alsoTypes: ['application/json-seq'],
    alsoNamed: [],
    ending: 'geojsons',
    title: 'GeoJSON text sequence (RFC 8142)',
  },
  csv: { contentType: 'text/csv', alsoTypes: [], alsoNamed: [], ending: 'csv', title: 'CSV: an item a row' },
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    alsoTypes: ['application/x-parquet', 'application/parquet'],
    alsoNamed: ['geoparquet'],
    ending: 'parquet',
    title: 'stac-geoparquet',
  },
  gpkg: {
    contentType: 'application/geopackage+sqlite3',
    alsoTypes: ['application/x-sqlite3', 'application/vnd.sqlite3'],
    alsoNamed: ['geopackage'],
    ending: 'gpkg',
    title: 'GeoPackage with a layer of footprints',
  },
} as const satisfies Readonly<Record<string, Format>>;

export type ExportFormat = keyof typeof exportFormats;

export const exportFormatNames = Object.keys(exportFormats) as readonly ExportFormat[];

/** The format that a name means; null where it is none of ours. */
export function formatNamed(name: string): ExportFormat | null {
  const asked = name.toLowerCase();
  const isMeant = (format: ExportFormat) =>
    format === asked || (exportFormats[format].alsoNamed as readonly string[]).includes(asked);
  return exportFormatNames.find(isMeant) ?? null;
}

/** The media types of a format, the one that answers have first. */
export const mediaTypesOf = (format: ExportFormat): readonly string[] => [
  exportFormats[format].contentType,
  ...exportFormats[format].alsoTypes,
];
