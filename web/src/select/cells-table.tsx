import { useState } from 'react';
import { AllShown } from '../ui/all-shown.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { utcPeriodText } from '../ui/dates.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countText } from '../ui/figures.ts';
import { type CellRow, mostCells } from './read-cells.ts';
import { useCells } from './use-selects.ts';

type CellsTableProps = { readonly id: string };

const pageSize = 20;

/** The cells of the map in words. */
export function CellsTable({ id }: CellsTableProps) {
  const cells = useCells(id);
  const [count, setCount] = useState(pageSize);
  const rows = cells.data?.rows;
  return (
    <section className="panel cells-panel" aria-labelledby="cells-title">
      <h2 id="cells-title">Cells</h2>
      {cells.isPending && <p role="status">Loading the cells…</p>}
      {cells.error && <ErrorNotice error={cells.error} onRetry={() => void cells.refetch()} />}
      {rows && <DataTable label="Cells" columns={columns} rows={rows.slice(0, count)} rowId={(row) => row.id} />}
      {rows && rows.length > count && (
        <button type="button" className="button more-button" onClick={() => setCount(count + pageSize * 5)}>
          Show more cells
        </button>
      )}
      {rows && rows.length <= count && count > pageSize && <AllShown what="cells that are listed" />}
      {cells.data?.hasMore && (
        <p className="hint">These are the first {countText(mostCells)} cells; the files have them all.</p>
      )}
    </section>
  );
}

const columns: readonly Column<CellRow>[] = [
  { header: 'Cell', cell: ({ id }) => <code>{id}</code> },
  { header: 'Matching', isNumber: true, cell: ({ available }) => countText(available) },
  { header: 'Chosen', isNumber: true, cell: ({ chosen }) => countText(chosen.length) },
  { header: 'Best', cell: ({ chosen }) => chosen[0] ?? 'none' },
  { header: 'Taken', cell: periodText },
];

function periodText({ oldest, newest }: CellRow): string {
  return oldest === null || newest === null ? '' : utcPeriodText(oldest, newest);
}
