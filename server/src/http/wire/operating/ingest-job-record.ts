import { Type } from 'typebox';
import { type IngestJob, isOver, jobStates } from '../../../ingest/jobs/job.ts';
import { emptyTally } from '../../../ingest/tally.ts';
import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';
import { secondMs } from '../../../shared/clock.ts';
import { orNull } from '../parts/schema-parts.ts';

const count = Type.Integer({ minimum: 0 });
const time = orNull(Type.String());
const texts = Type.Array(Type.String());

export const jobSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum([...jobStates]),
  source: Type.String({ description: 'As it was named, without secrets; `upload` for what was sent.' }),
  as: orNull(Type.String()),
  collection: orNull(Type.String()),
  fallback: orNull(Type.String()),
  create: Type.Boolean(),
  if_new: Type.Boolean(),
  validate: Type.Enum(['basic', 'full']),
  dry_run: Type.Boolean(),
  from: texts,
  watch: Type.Boolean(),
  interval: orNull(Type.Number({ description: 'Seconds between two looks at a watched place.' })),
  created_by: Type.String(),
  created_at: Type.String(),
  started_at: time,
  ended_at: time,
  attempts: count,
  resumed: Type.Boolean(),
  tally: Type.Object(Object.fromEntries(Object.keys(emptyTally).map((name) => [name, count]))),
  progress: orNull(
    Type.Object({
      entries: count,
      done: Type.Number(),
      total: orNull(Type.Number()),
      unit: Type.String(),
      entries_per_second: Type.Number(),
      seconds_left: orNull(Type.Number()),
    }),
  ),
  messages: texts,
  error: orNull(Type.String()),
  rejects: orNull(Type.String({ description: 'Where they are told, where there are some.' })),
});

export function jobRecord(job: IngestJob) {
  const { wishes, tally } = job;
  return {
    id: job.id,
    state: job.state,
    source: job.isUpload ? 'upload' : wishes.place,
    as: wishes.kind,
    collection: wishes.collection,
    fallback: wishes.fallback,
    create: wishes.mayCreate,
    if_new: wishes.isOnlyNew,
    validate: wishes.validate,
    dry_run: wishes.isDryRun,
    from: wishes.from,
    watch: wishes.watchEveryMs !== null,
    interval: wishes.watchEveryMs === null ? null : wishes.watchEveryMs / secondMs,
    created_by: job.accountId,
    created_at: toInstant(job.createdAtMs),
    started_at: toInstantOrNull(job.startedAtMs),
    ended_at: toInstantOrNull(job.endedAtMs),
    attempts: job.attempts,
    resumed: job.isResumed,
    tally,
    progress: progressRecord(job),
    messages: job.said,
    error: job.error,
    rejects: tally.rejected + tally.missing > 0 ? `/admin/ingest/${job.id}/rejects` : null,
  };
}

function progressRecord(job: IngestJob) {
  if (job.progress === null) return null;
  const { items, done, total, unit, itemsPerSecond, secondsLeft } = job.progress;
  // What has ended has no speed any more.
  const [perSecond, left] = job.state === 'running' ? [itemsPerSecond, secondsLeft] : [0, isOver(job) ? 0 : null];
  return { entries: items, done, total, unit, entries_per_second: perSecond, seconds_left: left };
}
