import type { OrderTile } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { useOrderTiles } from './use-orders.ts';

type OrderTilesProps = { readonly id: string };

export function OrderTiles({ id }: OrderTilesProps) {
  const tiles = useOrderTiles(id);
  const rows = tiles.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="panel" aria-labelledby="tiles-title">
      <h2 id="tiles-title">Tiles</h2>
      {tiles.isPending && <p role="status">Loading the tiles…</p>}
      {tiles.error && <ErrorNotice error={tiles.error} onRetry={() => void tiles.refetch()} />}
      {rows && <DataTable label="Tiles" columns={columns} rows={rows} rowId={({ number }) => String(number)} />}
      <MoreButton query={tiles} what="tiles" />
    </section>
  );
}

const words: Readonly<Record<OrderTile['state'], { readonly word: string; readonly kind: string }>> = {
  queued: { word: 'Waiting', kind: 'plain' },
  running: { word: 'Being cut', kind: 'info' },
  delivered: { word: 'Delivered', kind: 'success' },
  failed: { word: 'Failed', kind: 'error' },
};

const columns: readonly Column<OrderTile>[] = [
  { header: 'Cell', cell: ({ cell_id: cell }) => <code>{cell}</code> },
  { header: 'Acquisition', cell: ({ acquisition_id: id }) => id },
  {
    header: 'State',
    cell: ({ state, error }) => (
      <>
        <span className={`badge badge-${words[state].kind}`}>{words[state].word}</span>
        {error !== null && state !== 'delivered' && <span className="cell-note">{error}</span>}
      </>
    ),
  },
  { header: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { header: 'Files', isNumber: true, cell: ({ files }) => files.length },
];
