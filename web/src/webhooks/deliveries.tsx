import type { WebhookDelivery } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { useDeliveries, useReplay } from './use-webhooks.ts';

export function Deliveries() {
  const list = useDeliveries();
  const replay = useReplay();
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const sentId = replay.isPending ? replay.variables : null;
  const columns = columnsAt(Date.now(), sentId, (id) => replay.isPending || replay.mutate(id));
  return (
    <section className="panel" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Messages</h2>
      {list.isPending && <p role="status">Loading the messages…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {replay.error && <ErrorNotice error={replay.error} />}
      {rows?.length === 0 && <p className="muted">None so far: they come with orders that name a webhook.</p>}
      {rows && rows.length > 0 && <DataTable label="Messages" columns={columns} rows={rows} rowId={({ id }) => id} />}
      <MoreButton query={list} what="messages" />
    </section>
  );
}

const kinds: Readonly<Record<string, string>> = { delivered: 'success', failed: 'error', pending: 'info' };

const columnsAt = (
  nowMs: number,
  /** The one that is being sent again. */
  sentId: string | null,
  onReplay: (id: string) => void,
): readonly Column<WebhookDelivery>[] => [
  { header: 'Message', cell: ({ type, id }) => <span title={id}>{type}</span> },
  {
    header: 'State',
    cell: ({ state, attempts, next_attempt: next }) => (
      <>
        <span className={`badge badge-${kinds[state] ?? 'plain'}`}>{state}</span>
        {attempts.at(-1)?.error && <span className="cell-note">{attempts.at(-1)?.error}</span>}
        {next !== null && (
          <span className="cell-note">
            again <Moment at={next} nowMs={nowMs} />
          </span>
        )}
      </>
    ),
  },
  { header: 'To', cell: ({ url }) => url },
  { header: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts.length },
  { header: 'Made', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
  {
    header: 'Again',
    cell: ({ id, type }) => (
      <button
        type="button"
        className="button button-small"
        aria-label={`Send ${type} ${id} again`}
        aria-disabled={sentId !== null}
        onClick={() => onReplay(id)}
      >
        {sentId === id ? 'Sending…' : 'Send again'}
      </button>
    ),
  },
];
