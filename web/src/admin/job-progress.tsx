import { type IngestJob, isOver } from '@swath/client';
import { countText } from '../ui/figures.ts';
import { doneText, leftText, rateText, shareOf } from './job-figures.ts';

const counts = [
  ['read', 'Read'],
  ['created', 'New'],
  ['replaced', 'Replaced'],
  ['unchanged', 'The same'],
  ['skipped', 'Left alone'],
  ['rejected', 'Rejected'],
  ['moved', 'Moved'],
  ['missing', 'Files gone'],
  ['collections', 'Collections'],
] as const;

/** Counts that are always shown; the others where there are some. */
const usual: ReadonlySet<string> = new Set(['read', 'created', 'rejected']);

export function JobProgress({ job }: { readonly job: IngestJob }) {
  const share = shareOf(job);
  const isMoving = job.state === 'running' && !job.watch;
  return (
    <div className="progress">
      {!isOver(job) && !job.watch && (
        <progress max={1} {...(share === null ? {} : { value: share })} aria-label="How far it is" />
      )}
      <p className="progress-figures">
        {job.progress && <span>{doneText(job)}</span>}
        {isMoving && <span>{rateText(job)}</span>}
        {isMoving && <span>{leftText(job)}</span>}
      </p>
      <dl className="figures">
        {counts.map(([name, label]) => {
          const count = job.tally[name] ?? 0;
          return (
            (usual.has(name) || count > 0) && (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{countText(count)}</dd>
              </div>
            )
          );
        })}
      </dl>
    </div>
  );
}
