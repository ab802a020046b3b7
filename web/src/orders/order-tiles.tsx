import type { OrderTile } from '@swath/client';
import { NoMap } from '../map/no-map.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { later } from '../ui/later.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { tileLooks } from './tile-states.ts';
import { mostTilesOnMap, useOrderTiles, useTilesOnMap } from './use-orders.ts';

type OrderTilesProps = { readonly id: string };

// Its own chunk; a page whose map does not come still shows its table.
const TileMap = later(
  async () => (await import('./tile-map.tsx')).TileMap,
  <p role="status">Loading the map…</p>,
  NoMap,
);

export function OrderTiles({ id }: OrderTilesProps) {
  const tiles = useOrderTiles(id);
  const onMap = useTilesOnMap(id);
  const rows = tiles.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="panel" aria-labelledby="tiles-title">
      <h2 id="tiles-title">Tiles</h2>
      {onMap.data && onMap.data.length > 0 && <TileMap tiles={onMap.data} />}
      {onMap.data?.length === mostTilesOnMap && <p className="hint">The map shows the first {mostTilesOnMap} tiles.</p>}
      {tiles.isPending && <p role="status">Loading the tiles…</p>}
      {tiles.error && <ErrorNotice error={tiles.error} onRetry={() => void tiles.refetch()} />}
      {rows && <DataTable label="Tiles" columns={columns} rows={rows} rowId={({ number }) => String(number)} />}
      <MoreButton query={tiles} what="tiles" />
    </section>
  );
}

const columns: readonly Column<OrderTile>[] = [
  { header: 'Cell', cell: ({ cell_id: cell }) => <code>{cell}</code> },
  { header: 'Acquisition', isWord: true, cell: ({ acquisition_id: id }) => id },
  {
    header: 'State',
    cell: ({ state, error }) => (
      <>
        <span className={`badge badge-${tileLooks[state].kind}`}>{tileLooks[state].word}</span>
        {error !== null && state !== 'delivered' && <span className="cell-note">{error}</span>}
      </>
    ),
  },
  { header: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { header: 'Files', isNumber: true, cell: ({ files }) => files.length },
];
