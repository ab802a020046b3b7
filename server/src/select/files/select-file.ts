import { geoJsonBody, geoJsonLinesBody } from './geojson.ts';
import { csvBody } from './csv.ts';
import { type FileFormat, fileFormats } from './formats.ts';
import { layersOf } from './layers.ts';
import { pageBody } from './page/page.ts';
import type { FileSource, SelectFileNeeds } from './source.ts';
import { stacBody } from './stac.ts';

export type SelectFile = {
  readonly contentType: string;
  readonly fileName: string;
  readonly body: AsyncIterable<string | Uint8Array>;
};

/** A file of a select that has succeeded, made while it is read. */
export function selectFile(
  format: FileFormat,
  selection: FileSource['selection'],
  cells: FileSource['cells'],
  needs: SelectFileNeeds,
): SelectFile {
  const body = bodies[format]({ selection, cells }, needs);
  return { contentType: contentTypeOf(format), fileName: `${selection.id}.${format}`, body };
}

const contentTypeOf = (format: FileFormat): string => {
  const { contentType } = fileFormats[format];
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
};

const bodies: Readonly<
  Record<FileFormat, (source: FileSource, needs: SelectFileNeeds) => AsyncIterable<string | Uint8Array>>
> = {
  geojson: geoJsonBody,
  geojsonl: geoJsonLinesBody,
  stac: stacBody,
  csv: csvBody,
  gpkg: (source, { writeGeoPackage, signal }) => writeGeoPackage(layersOf(source), signal),
  html: pageBody,
};
