import { DataTable } from '../ui/data-table.tsx';
import { orderColumns } from './order-columns.tsx';
import { useOrderList } from './use-orders.ts';

const most = 3;

/** Those whose end somebody may be waiting for; nothing where there are none, or they cannot be read. */
export function LatestOrders() {
  const [page] = useOrderList().data?.pages ?? [];
  const latest = page?.data.slice(0, most) ?? [];
  if (latest.length === 0) return null;
  return <DataTable label="Latest orders" columns={orderColumns(Date.now())} rows={latest} rowId={({ id }) => id} />;
}
