import type { ReactNode } from 'react';
import '../styles/tables.css';

export type Column<Row> = {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand right, so that they can be compared. */
  readonly isNumber?: boolean;
  /** Ids and single words, which are not broken where there is room for them. */
  readonly isWord?: boolean;
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
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" className={classOf(column)}>
                {column.header}
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

function classOf<Row>({ isNumber, isWord }: Column<Row>): string | undefined {
  if (isNumber) return 'cell-number';
  return isWord ? 'cell-word' : undefined;
}

function Cell<Row>({ column, row, isName }: CellProps<Row>) {
  const { header, cell } = column;
  const className = classOf(column);
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
