import type { FeatureColumn } from '../../geometry/feature-layers.ts';
import { type SizedColumn, isNumeric, rowBytes, tableHeaderBytes } from './table.ts';
import { decimalsOf } from './table-cells.ts';

/** How wide the columns of a table become, while its rows are not written yet. */
export type TableSizes = {
  widen(cells: readonly Buffer[]): void;
  /** How long the file is once these cells are in it too. */
  bytesWith(cells: readonly Buffer[], rows: number): number;
  sized(): readonly SizedColumn[];
};

const mostDecimals = 15;

export function createTableSizes(columns: readonly FeatureColumn[]): TableSizes {
  const widths = columns.map(() => 1);
  // With none a reader takes the numbers for whole ones.
  const decimals = columns.map(({ type }): number => (type === 'real' ? 1 : 0));
  const width = (i: number): number => Math.max(widths[i]!, decimals[i]! > 0 ? decimals[i]! + 2 : 1);

  return {
    widen(cells) {
      for (const [i, cell] of cells.entries()) {
        if (cell.length > widths[i]!) widths[i] = cell.length;
        if (isNumeric(columns[i]!)) decimals[i] = Math.min(mostDecimals, Math.max(decimals[i]!, decimalsOf(cell)));
      }
    },
    bytesWith(cells, rows) {
      const wide = cells.map((cell, i) => ({ width: Math.max(width(i), cell.length) }));
      return tableHeaderBytes(columns.length) + rows * rowBytes(wide) + 1;
    },
    sized: () => columns.map((column, i) => ({ column, width: width(i), decimals: decimals[i]! })),
  };
}
