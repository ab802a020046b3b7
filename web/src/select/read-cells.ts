import type { SelectedCell } from '@swath/client';

/** What a page shows of a cell: the outlines of its tiles would be too much for one. */
export type CellRow = {
  readonly id: string;
  readonly geometry: SelectedCell['geometry'];
  readonly available: number;
  readonly chosen: readonly string[];
  readonly isFulfilled: boolean;
  readonly oldest: string | null;
  readonly newest: string | null;
};

export type Cells = { readonly rows: readonly CellRow[]; readonly hasMore: boolean };

/** More neither a map nor a table makes clearer; the files have them all. */
export const mostCells = 5_000;

export async function readCells(cells: AsyncIterable<SelectedCell>, most = mostCells): Promise<Cells> {
  const rows: CellRow[] = [];
  for await (const { geometry, properties } of cells) {
    if (rows.length === most) return { rows, hasMore: true };
    rows.push({
      id: properties.cell_id,
      geometry,
      available: properties.available_tiles,
      chosen: properties.best_matches.map(({ acquisition_id: id }) => id),
      isFulfilled: properties.stack_depth_fulfilled,
      oldest: properties.acquisition_datetime_min,
      newest: properties.acquisition_datetime_max,
    });
  }
  return { rows, hasMore: false };
}
