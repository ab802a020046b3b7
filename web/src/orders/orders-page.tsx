import { Link } from '../router/link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyOrders } from './empty-orders.tsx';
import { orderColumns } from './order-columns.tsx';
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
          <DataTable label="Orders" columns={orderColumns(Date.now())} rows={orders} rowId={({ id }) => id} />
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
