import type { SearchMatch } from '@swath/client';
import { Link } from '../router/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { useMatches } from './use-saved-searches.ts';

/** What matched last, and what became of it. */
export function MatchList({ id }: { readonly id: string }) {
  const list = useMatches(id);
  const matches = list.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="panel" aria-labelledby="matches-title">
      <h2 id="matches-title">Last matches</h2>
      {list.isPending && <p role="status">Loading the matches…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {matches?.length === 0 && <p className="muted">None so far. Only what arrives after it was saved counts.</p>}
      {matches && matches.length > 0 && (
        <DataTable label="Matches" columns={columnsAt(Date.now())} rows={matches} rowId={(match) => match.id} />
      )}
      <MoreButton query={list} what="matches" />
    </section>
  );
}

const states: Readonly<Record<string, string>> = { gathering: 'Gathering', closed: 'Being told', settled: 'Done' };
const shownItems = 5;

const columnsAt = (nowMs: number): readonly Column<SearchMatch>[] => [
  { header: 'When', cell: ({ opened }) => <Moment at={opened} nowMs={nowMs} /> },
  { header: 'State', cell: ({ state }) => states[state] ?? state },
  {
    header: 'Items',
    cell: ({ matched, items }) => (
      <>
        {countText(matched)}
        <span className="cell-note">
          {items
            .slice(0, shownItems)
            .map(({ id }) => id)
            .join(', ')}
          {matched > shownItems && ' …'}
        </span>
      </>
    ),
  },
  { header: 'Told', cell: ({ told }) => `${countOf(told.email, 'mail')}, ${countOf(told.webhook, 'webhook')}` },
  { header: 'Placed', cell: (match) => <Placed match={match} /> },
];

function Placed({ match: { order_id: order, select_id: select, reason } }: { readonly match: SearchMatch }) {
  return (
    <>
      {order !== null && <Link to={`/app/orders/${order}`}>Order {order}</Link>}
      {select !== null && <Link to={`/app/selects/${select}`}>Select {select}</Link>}
      {reason !== null && <span className="cell-note">{reason}</span>}
    </>
  );
}
