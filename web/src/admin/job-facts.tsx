import type { IngestJob } from '@swath/client';
import { Fact, Facts } from '../ui/facts.tsx';
import { durationText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';

export function JobFacts({ job }: { readonly job: IngestJob }) {
  const nowMs = Date.now();
  return (
    <section className="panel" aria-labelledby="job-facts-title">
      <h2 id="job-facts-title">What was asked</h2>
      <Facts>
        <Fact name="Source">{job.source}</Fact>
        {job.collection !== null && <Fact name="Collection">{job.collection}</Fact>}
        <Fact name="How">{wishesText(job)}</Fact>
        <Fact name="Asked">
          <Moment at={job.created_at} nowMs={nowMs} />
        </Fact>
        {job.ended_at !== null && (
          <Fact name="Ended">
            <Moment at={job.ended_at} nowMs={nowMs} />
          </Fact>
        )}
        {job.started_at !== null && job.ended_at !== null && (
          <Fact name="Took">{durationText((Date.parse(job.ended_at) - Date.parse(job.started_at)) / 1_000)}</Fact>
        )}
        {job.attempts > 1 && <Fact name="Begun">{job.attempts} times</Fact>}
      </Facts>
      {job.messages.length > 0 && (
        <details>
          <summary>What it said last</summary>
          <ul className="messages">
            {job.messages.map((message, index) => (
              // The same sentence may be said twice.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function wishesText(job: IngestJob): string {
  const texts = [
    job.dry_run && 'dry run, nothing is stored',
    job.create && 'missing collections are made',
    job.if_new && 'what is there stays',
    job.validate === 'full' && 'checked in full',
    job.watch && `looked at every ${durationText(job.interval ?? 0)}`,
  ].filter((text) => text !== false);
  return texts.length === 0 ? 'as usual' : texts.join(', ');
}
