/** The files that a finished select is offered as, by the ending of their name. */
export const fileFormats = {
  geojson: { contentType: 'application/geo+json', title: 'Cells with their best tiles' },
  geojsonl: { contentType: 'application/x-ndjson', title: 'The same cells, one a line' },
  stac: { contentType: 'application/geo+json', title: 'Cells as STAC collections and tiles as STAC items' },
  csv: { contentType: 'text/csv', title: 'One row for each tile' },
  gpkg: { contentType: 'application/geopackage+sqlite3', title: 'GeoPackage of area, cells and tiles' },
  html: { contentType: 'text/html', title: 'A page with map and thumbnails that opens offline' },
} as const satisfies Readonly<Record<string, { readonly contentType: string; readonly title: string }>>;

export type FileFormat = keyof typeof fileFormats;

export const isFileFormat = (text: string): text is FileFormat => Object.hasOwn(fileFormats, text);
