import { type IngestJob, isOver } from '@swath/client';
import { Link } from '../router/link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { JobActions } from './job-actions.tsx';
import { JobBadge } from './job-badge.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobRejects } from './job-rejects.tsx';
import { useIngestJob, useLiveJob } from './use-ingest.ts';
import '../styles/orders.css';

type IngestJobPageProps = { readonly id: string };

export function IngestJobPage({ id }: IngestJobPageProps) {
  const found = useIngestJob(id);
  const isLive = useLiveJob(found.data);
  const back = <Link to="/app/admin/ingest">All jobs</Link>;
  return (
    <Page
      title={found.data ? `Ingest of ${found.data.source}` : 'Ingest'}
      lead={back}
      actions={found.data && <JobActions job={found.data} />}
    >
      <AdminTabs />
      {found.isPending && <p role="status">Loading the job…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <JobDetails job={found.data} isLive={isLive} />}
    </Page>
  );
}

function JobDetails({ job, isLive }: { readonly job: IngestJob; readonly isLive: boolean }) {
  return (
    <>
      <section className="panel" aria-label="Progress">
        <p className="order-state" role="status">
          <JobBadge job={job} />
          {job.resumed && <span>It went on from where an earlier run was.</span>}
          {isLive && <span className="muted">Live</span>}
        </p>
        <JobProgress job={job} />
        {job.error !== null && (
          <Notice kind={isOver(job) ? 'error' : 'info'} title={isOver(job) ? 'Why it failed' : 'Why it waits'}>
            <p>{job.error}</p>
          </Notice>
        )}
      </section>
      <JobFacts job={job} />
      {job.rejects !== null && <JobRejects job={job} />}
    </>
  );
}
