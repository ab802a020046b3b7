import type { SelectedCell } from '../selection.ts';
import { cornerGeometry, knownCell } from './cell-corners.ts';
import { inChunks } from './in-chunks.ts';
import type { FileSource } from './source.ts';

export const geoJsonBody = (source: FileSource): AsyncIterable<string> => inChunks(collectionText(source));

export const geoJsonLinesBody = (source: FileSource): AsyncIterable<string> => inChunks(lines(source));

async function* collectionText({ cells }: FileSource): AsyncIterable<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const cell of cells()) {
    yield `${separator}${featureText(cell)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

async function* lines({ cells }: FileSource): AsyncIterable<string> {
  for await (const cell of cells()) yield `${featureText(cell)}\n`;
}

const featureText = (cell: SelectedCell): string =>
  JSON.stringify({
    type: 'Feature',
    geometry: cornerGeometry(knownCell(cell.cell_id)),
    properties: propertiesOf(cell),
  });

/** Member by member, in the order that these files have. */
const propertiesOf = (cell: SelectedCell): SelectedCell => ({
  cell_id: cell.cell_id,
  available_tiles: cell.available_tiles,
  stack_depth_fulfilled: cell.stack_depth_fulfilled,
  acquisition_datetime_min: cell.acquisition_datetime_min,
  acquisition_datetime_max: cell.acquisition_datetime_max,
  best_matches: cell.best_matches,
});
