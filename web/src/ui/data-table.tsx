import type { ReactNode } from 'react';
import '../styles/tables.css';

export type Column<Row> = {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand right, so that they can be compared. */
  readonly isNumber?: boolean;
};

type DataTableProps<Row> = {
  /** What the rows are, for people who do not see the table. */
  readonly label: string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
};

/** The roles are spelled out because the narrow layout, where each row is a card, takes them away from the elements. */
export function DataTable<Row>({ label, columns, rows, rowId }: DataTableProps<Row>) {
  return (
    <div className="data-table-frame">
      <table className="data-table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, isNumber }) => (
              <th key={header} role="columnheader" scope="col" className={isNumber ? 'cell-number' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowId(row)} role="row">
              {columns.map((column, index) => (
                <Cell key={column.header} column={column} row={row} isName={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps<Row> = { readonly column: Column<Row>; readonly row: Row; readonly isName: boolean };

function Cell<Row>({ column: { header, cell, isNumber }, row, isName }: CellProps<Row>) {
  const className = isNumber ? 'cell-number' : undefined;
  if (isName)
    return (
      <th role="rowheader" scope="row" className={className}>
        {cell(row)}
      </th>
    );
  return (
    <td role="cell" className={className} data-label={header}>
      {cell(row)}
    </td>
  );
}
