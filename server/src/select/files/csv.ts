import type { FeatureColumn, FeatureValue } from '../../geometry/feature-layers.ts';
import { csvCell, withoutFormula } from '../../shared/csv-cell.ts';
import type { SelectedTile } from '../selection.ts';
import { inChunks } from './in-chunks.ts';
import type { FileSource } from './source.ts';
import { tileColumns, valueOf } from './tile-columns.ts';

/** The name under which readers look for a geometry. */
const geometryColumn = 'WKT';

/** Comma separated values as RFC 4180 has them: a header, and one row for each tile. */
export const csvBody = (source: FileSource): AsyncIterable<string> => inChunks(rows(source));

async function* rows({ cells }: FileSource): AsyncIterable<string> {
  yield rowOf([...tileColumns.map(({ name }) => name), geometryColumn]);
  for await (const { best_matches } of cells()) for (const tile of best_matches) yield tileRow(tile);
}

const tileRow = (tile: SelectedTile): string =>
  rowOf([...tileColumns.map((column) => fieldOf(column, valueOf(tile, column))), tile.wkt]);

const rowOf = (fields: readonly string[]): string => `${fields.map((field) => csvCell(field)).join(',')}\r\n`;

const fieldOf = ({ type }: FeatureColumn, value: FeatureValue): string => {
  if (value === null) return '';
  return type === 'text' ? withoutFormula(String(value)) : String(value);
};
