import { type IngestJob, isOver } from '@swath/client';
import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { focusTitle } from '../ui/page.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { ingestApi } from './api.ts';
import { useChangeJob } from './use-ingest.ts';

/** What was sent along is gone once all of it is in. */
const mayGoOn = (job: IngestJob): boolean => isOver(job) && !(job.state === 'succeeded' && job.source === 'upload');

export function JobActions({ job }: { readonly job: IngestJob }) {
  const [isAsking, setIsAsking] = useState(false);
  const cancelling = useChangeJob(job.id, (id) => ingestApi.cancel(id));
  const retrying = useChangeJob(job.id, (id) => ingestApi.retry(id));
  function cancelled(): void {
    setIsAsking(false);
    focusTitle();
  }

  return (
    <div className="page-actions">
      {!isOver(job) && (
        <button type="button" className="button" onClick={() => setIsAsking(true)}>
          Cancel job
        </button>
      )}
      {mayGoOn(job) && (
        <button
          type="button"
          className="button"
          aria-disabled={retrying.isPending}
          onClick={() => retrying.isPending || retrying.mutate(undefined, { onSuccess: focusTitle })}
        >
          {retrying.isPending ? 'Starting…' : job.state === 'succeeded' ? 'Run it again' : 'Go on'}
        </button>
      )}
      {retrying.error && <ErrorNotice error={retrying.error} />}
      <QuestionDialog
        isOpen={isAsking}
        title="Cancel this job?"
        words={{ no: 'Let it run', yes: 'Cancel job', doing: 'Cancelling…' }}
        change={cancelling}
        onYes={() => cancelling.mutate(undefined, { onSuccess: cancelled })}
        onClose={() => setIsAsking(false)}
      >
        <p>It ends with the batch that it is at. What is stored stays, and the job can go on later from there.</p>
      </QuestionDialog>
    </div>
  );
}
