import type { Health } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { countOf, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';

type Queue = {
  readonly name: string;
  readonly waiting: number;
  readonly note: string;
  readonly failed?: number;
  readonly oldest?: string | null;
};

type Worker = Health['orders']['workers'][number];

export function HealthQueues({ health }: { readonly health: Health }) {
  const nowMs = Date.parse(health.read);
  const { workers } = health.orders;
  return (
    <>
      <section className="panel" aria-labelledby="queues-title">
        <h2 id="queues-title">What waits</h2>
        <DataTable label="Queues" columns={queueColumns(nowMs)} rows={queuesOf(health)} rowId={({ name }) => name} />
      </section>
      <section className="panel" aria-labelledby="workers-title">
        <h2 id="workers-title">Who delivers</h2>
        {workers.length === 0 ? (
          <p className="muted">Nobody holds a tile at this moment.</p>
        ) : (
          <DataTable label="Workers" columns={workerColumns(nowMs)} rows={workers} rowId={({ name }) => name} />
        )}
      </section>
    </>
  );
}

const queuesOf = ({ orders, selects, ingest, saved_searches: searches, mail, webhooks }: Health): readonly Queue[] => [
  { name: 'Tiles of orders', waiting: orders.open_tiles, note: `of ${countOf(orders.running, 'running order')}` },
  { name: 'Selects', waiting: selects.running, note: '' },
  {
    name: 'Jobs of ingest',
    waiting: ingest.queued,
    note: `${countText(ingest.running)} running, ${countText(ingest.interrupted)} interrupted`,
  },
  {
    name: 'Arrivals for saved searches',
    waiting: searches.arrivals_behind,
    note: `${countOf(searches.watched, 'search', 'searches')}, ${countOf(searches.open_matches, 'open match', 'open matches')}`,
  },
  { name: 'Mail', note: '', ...mail },
  { name: 'Webhooks', note: '', ...webhooks },
];

const queueColumns = (nowMs: number): readonly Column<Queue>[] => [
  { header: 'Queue', cell: ({ name }) => name },
  { header: 'Waiting', isNumber: true, cell: ({ waiting }) => countText(waiting) },
  { header: 'Given up', isNumber: true, cell: ({ failed }) => (failed === undefined ? '' : countText(failed)) },
  { header: 'Oldest', cell: ({ oldest }) => (oldest ? <Moment at={oldest} nowMs={nowMs} /> : '') },
  { header: 'Beside', cell: ({ note }) => note },
];

const workerColumns = (nowMs: number): readonly Column<Worker>[] => [
  { header: 'Worker', cell: ({ name }) => <code>{name}</code> },
  { header: 'Tiles', isNumber: true, cell: ({ tiles }) => countText(tiles) },
  { header: 'Lease until', cell: ({ lease_until: until }) => <Moment at={until} nowMs={nowMs} /> },
];
