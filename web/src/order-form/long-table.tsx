import { type ComponentProps, useState } from 'react';
import { AllShown } from '../ui/all-shown.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { countText } from '../ui/figures.ts';

const rowsAtOnce = 200;

/** A table of which a browser need not draw thousands of rows at once; it scrolls by itself. */
export function LongTable<Row>(props: ComponentProps<typeof DataTable<Row>>) {
  const [shown, setShown] = useState(rowsAtOnce);
  const more = props.rows.length - shown;
  return (
    <>
      <div className="table-scroll">
        <DataTable {...props} rows={more > 0 ? props.rows.slice(0, shown) : props.rows} />
      </div>
      {more > 0 ? (
        <button type="button" className="button more-button" onClick={() => setShown(shown + rowsAtOnce)}>
          Show more of the {countText(more)} others
        </button>
      ) : (
        shown > rowsAtOnce && <AllShown what="rows" />
      )}
    </>
  );
}
