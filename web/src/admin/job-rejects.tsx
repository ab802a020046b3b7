import type { IngestJob, IngestReject } from '@swath/client';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf, countText } from '../ui/figures.ts';
import { useRejects } from './use-ingest.ts';

type Numbered = IngestReject & { readonly number: number };

const mostShown = 200;
const shownAtOnce = 20;

export function JobRejects({ job }: { readonly job: IngestJob }) {
  const found = useRejects(job);
  const rows = found.data?.rejects.slice(0, mostShown).map((reject, number) => ({ ...reject, number }));
  const count = (job.tally['rejected'] ?? 0) + (job.tally['missing'] ?? 0);
  const isCut = rows !== undefined && (found.data?.hasMore === true || rows.length < count);
  return (
    <section className="panel" aria-labelledby="rejects-title">
      <h2 id="rejects-title">{countOf(count, 'reject')}</h2>
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <p role="status">Loading what was not taken…</p>}
      {rows && <RejectTable rows={rows.slice(0, shownAtOnce)} />}
      {rows && rows.length > shownAtOnce && (
        <details>
          <summary>{countText(rows.length - shownAtOnce)} more</summary>
          <RejectTable rows={rows.slice(shownAtOnce)} />
        </details>
      )}
      {isCut && (
        <>
          <p className="hint">These are the first. All of them, a line of JSON each, with what was sent:</p>
          <CodeBlock
            code={`curl -H "Authorization: Bearer $TOKEN" "${swath.url}${job.rejects}" -o rejects.ndjson`}
            what="curl command for all rejects"
          />
        </>
      )}
    </section>
  );
}

const RejectTable = ({ rows }: { readonly rows: readonly Numbered[] }) => (
  <DataTable label="Rejects" columns={columns} rows={rows} rowId={({ number }) => String(number)} />
);

const columns: readonly Column<Numbered>[] = [
  { header: 'Where', cell: ({ position }) => String(position ?? '') },
  { header: 'Item', cell: ({ id }) => (id === null ? <span className="muted">no id</span> : id) },
  { header: 'Why', cell: ({ reason }) => reason },
];
