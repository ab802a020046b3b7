import type { IngestJob } from '@swath/client';
import { Link } from '../router/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { EmptyIngest } from './empty-ingest.tsx';
import { IngestStart } from './ingest-start.tsx';
import { IngestUpload } from './ingest-upload.tsx';
import { JobBadge } from './job-badge.tsx';
import { rateText, shareText } from './job-figures.ts';
import { useIngestJobs } from './use-ingest.ts';

export function IngestPage() {
  const list = useIngestJobs();
  const jobs = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Page title="Ingest" lead="Brings items and imagery into the catalogue. A job goes on by itself after a crash.">
      <AdminTabs />
      {list.isPending && <p role="status">Loading the jobs…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {jobs && jobs.length > 0 && (
        <section className="panel" aria-labelledby="jobs-title">
          <h2 id="jobs-title">Jobs</h2>
          <DataTable label="Jobs" columns={columnsAt(Date.now())} rows={jobs} rowId={({ id }) => id} />
          <MoreButton query={list} what="jobs" />
        </section>
      )}
      <div className="panel-pair">
        <IngestStart />
        <IngestUpload />
      </div>
      {jobs?.length === 0 && <EmptyIngest />}
    </Page>
  );
}

const columnsAt = (nowMs: number): readonly Column<IngestJob>[] => [
  {
    header: 'Source',
    cell: ({ id, source, collection }) => (
      <>
        <Link to={`/app/admin/ingest/${id}`}>{source}</Link>
        {collection !== null && <span className="cell-note">into {collection}</span>}
      </>
    ),
  },
  {
    header: 'State',
    cell: (job) => (
      <>
        <JobBadge job={job} />
        {job.state === 'running' && <span className="cell-note">{[shareText(job), rateText(job)].join(' ')}</span>}
      </>
    ),
  },
  { header: 'Read', isNumber: true, cell: ({ tally }) => countText(tally['read'] ?? 0) },
  { header: 'New', isNumber: true, cell: ({ tally }) => countText(tally['created'] ?? 0) },
  { header: 'Rejected', isNumber: true, cell: ({ tally }) => countText(tally['rejected'] ?? 0) },
  { header: 'Started', cell: ({ created_at: at }) => <Moment at={at} nowMs={nowMs} /> },
];
