import { type Order, isEnded } from '@swath/client';
import { Link } from '../router/link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderFiles } from './order-files.tsx';
import { OrderSnippets } from './order-snippets.tsx';
import { OrderTiles } from './order-tiles.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { StateBadge } from './state-badge.tsx';
import { useLiveOrder } from './use-live-order.ts';
import { useOrder } from './use-orders.ts';
import '../styles/orders.css';

type OrderPageProps = { readonly id: string };

export function OrderPage({ id }: OrderPageProps) {
  const found = useOrder(id);
  const isLive = useLiveOrder(id, found.data);
  const back = <Link to="/app/orders">All orders</Link>;
  return (
    <Page title={`Order ${id}`} lead={back} actions={found.data && <OrderActions order={found.data} />}>
      {found.isPending && <p role="status">Loading the order…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <OrderDetails order={found.data} isLive={isLive} />}
    </Page>
  );
}

function OrderDetails({ order, isLive }: { readonly order: Order; readonly isLive: boolean }) {
  return (
    <>
      <section className="panel" aria-label="Progress">
        <p className="order-state" role="status">
          <StateBadge state={order.state} />
          <span>{order.status_message}</span>
          {isLive && <span className="muted">Live</span>}
        </p>
        <ProgressBar order={order} />
      </section>
      <Warnings texts={order.warnings} />
      <OrderFacts order={order} />
      <OrderTiles id={order.id} />
      {(isEnded(order) || order.progress.tiles.delivered > 0) && <OrderFiles order={order} />}
      <OrderSnippets
        title="The same order again"
        request={order.order.request}
        hint="Credentials of a bucket are not kept: add them where the order had some."
      />
    </>
  );
}
