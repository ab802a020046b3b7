import type { ListedOrder } from '@swath/client';
import { Link } from '../router/link.tsx';
import type { Column } from '../ui/data-table.tsx';
import { areaText, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { placeText } from './place-text.ts';
import { StateBadge } from './state-badge.tsx';

export const orderColumns = (nowMs: number): readonly Column<ListedOrder>[] => [
  { header: 'Order', isWord: true, cell: ({ id }) => <Link to={`/app/orders/${id}`}>{id}</Link> },
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
