import type { IngestJob } from '@swath/client';

const looks: Readonly<Record<IngestJob['state'], { readonly word: string; readonly kind: string }>> = {
  queued: { word: 'Waiting', kind: 'plain' },
  running: { word: 'Running', kind: 'info' },
  succeeded: { word: 'All is in', kind: 'success' },
  failed: { word: 'Failed', kind: 'error' },
  cancelled: { word: 'Cancelled', kind: 'plain' },
  interrupted: { word: 'Interrupted', kind: 'warning' },
};

const withRejects = { word: 'Done, with rejects', kind: 'warning' } as const;

type JobBadgeProps = { readonly job: Pick<IngestJob, 'state' | 'watch' | 'dry_run' | 'rejects'> };

export function JobBadge({ job }: JobBadgeProps) {
  const { word, kind } = job.state === 'succeeded' && job.rejects !== null ? withRejects : looks[job.state];
  const isWatching = job.watch && job.state === 'running';
  return (
    <span className={`badge badge-${kind}`}>
      {isWatching ? 'Watching' : word}
      {job.dry_run && ', dry run'}
    </span>
  );
}
