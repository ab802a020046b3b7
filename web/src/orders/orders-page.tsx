import type { ListedOrder } from '@swath/client';
import { Link } from '../router/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { areaText, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyOrders } from './empty-orders.tsx';
import { placeText } from './place-text.ts';
import { StateBadge } from './state-badge.tsx';
import { useOrderList } from './use-orders.ts';

export function OrdersPage() {
  const list = useOrderList();
  const orders = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Page
      title="Orders"
      lead="What you have ordered, newest first. Running orders are looked at every few seconds."
      actions={newOrder}
    >
      {list.isPending && <p role="status">Loading your orders…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {orders?.length === 0 && <EmptyOrders />}
      {orders && orders.length > 0 && (
        <section className="panel" aria-label="Your orders">
          <DataTable label="Orders" columns={columnsAt(Date.now())} rows={orders} rowId={({ id }) => id} />
          <MoreButton query={list} what="orders" />
        </section>
      )}
    </Page>
  );
}

const newOrder = (
  <Link to="/app/order" className="button button-primary">
    New order
  </Link>
);

const columnsAt = (nowMs: number): readonly Column<ListedOrder>[] => [
  { header: 'Order', cell: ({ id }) => <Link to={`/app/orders/${id}`}>{id}</Link> },
  { header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  {
    header: 'Tiles',
    isNumber: true,
    cell: ({ progress: { tiles } }) => `${countText(tiles.delivered)} / ${countText(tiles.total)}`,
  },
  { header: 'Area', isNumber: true, cell: ({ order }) => areaText(order.usage.area.total_imagery_sqkm) },
  { header: 'To', cell: (order) => placeText(order) },
  { header: 'Placed', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
];
