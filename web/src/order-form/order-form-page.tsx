import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../router/location.ts';
import { useSession } from '../session/session-store.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { ordersApi } from '../orders/api.ts';
import { typedArea } from './area-members.ts';
import { acquisitionSource, draftOf, listed } from './draft.ts';
import { draftOfOrder } from './draft-of-order.ts';
import { OrderForm } from './order-form.tsx';
import '../styles/orders.css';
import '../styles/order-form.css';

/** `?select=ID`, `?acquisitions=a,b` with an `aoi`, or `?clone=ORDER`. */
export function OrderFormPage() {
  const search = useSearch();
  const cloneId = search.get('clone');
  return (
    <Page title="New order" lead="Nothing is ordered before the last button.">
      {cloneId === null ? <NewOrder key={search.toString()} search={search} /> : <Clone key={cloneId} id={cloneId} />}
    </Page>
  );
}

function NewOrder({ search }: { readonly search: URLSearchParams }) {
  const session = useSession();
  const email = session.state === 'signed-in' ? session.user.email : '';
  const selectId = search.get('select');
  const source =
    selectId === null
      ? acquisitionSource(listed(search.get('acquisitions') ?? '').join('\n'), typedArea(search.get('aoi') ?? ''))
      : { kind: 'select' as const, id: selectId, leftOut: new Set<string>() };
  return <OrderForm initial={draftOf(source, email)} cloned={null} />;
}

function Clone({ id }: { readonly id: string }) {
  const found = useQuery({ queryKey: ['order', id], queryFn: ({ signal }) => ordersApi.read(id, { signal }) });
  if (found.data) return <OrderForm initial={draftOfOrder(found.data)} cloned={found.data} />;
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  return <p role="status">Loading the order…</p>;
}
