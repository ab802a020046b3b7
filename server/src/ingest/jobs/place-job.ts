import { randomUUID } from 'node:crypto';
import { type Actor, auditEntry } from '../../accounts/audit.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { maskedUrl } from '../../shared/mask-urls.ts';
import { readNamePattern } from '../taken-at.ts';
import { findJob } from './find-job.ts';
import type { IngestJob, JobWishes } from './job.ts';
import { mostWatches } from './job-loop.ts';

type Needs = Pick<Service, 'ingestJobs' | 'jobFiles' | 'clock' | 'audit'>;

export type Upload = {
  readonly ending: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Null where the sender does not say how long it is. */
  readonly byteLength: number | null;
};

/** Queues an ingest of something that lies elsewhere. */
export async function placeJob(needs: Needs, wishes: JobWishes, actor: Actor): Promise<IngestJob> {
  const { jobFiles, ingestJobs } = needs;
  checkWishes(wishes, jobFiles.kinds);
  const isElsewhere = /^[a-z][a-z0-9+.-]*:\/\//i.test(wishes.place);
  const isFolder = !isElsewhere && (await jobFiles.checkPlace(wishes.place)) === 'folder';
  if (isElsewhere && !isReadable(wishes.place))
    refuse('source', 'must be http://, https:// or s3://bucket/prefix, or a path');
  if (wishes.collection === null && holdsImages(wishes, isFolder))
    refuse('collection', 'is missing: a GeoTIFF names none');
  if (wishes.watchEveryMs !== null && (await ingestJobs.countWatches(jobFiles.home)) >= mostWatches)
    throw new PlatformError('conflict', `at most ${mostWatches} places are watched at a time`);
  return queue(needs, randomUUID(), wishes, { isUpload: false, actor });
}

/** Keeps what is sent, then queues an ingest of it. */
export async function placeUpload(
  needs: Needs,
  wishes: JobWishes,
  { ending, body, byteLength }: Upload,
  actor: Actor,
): Promise<IngestJob> {
  checkWishes(wishes, needs.jobFiles.kinds);
  const id = randomUUID();
  const place = await needs.jobFiles.takeUpload(id, ending, body, byteLength);
  try {
    return await queue(needs, id, { ...wishes, place }, { isUpload: true, actor });
  } catch (error) {
    await needs.jobFiles.remove(id);
    throw error;
  }
}

async function queue(
  needs: Needs,
  id: string,
  wishes: JobWishes,
  { isUpload, actor }: { readonly isUpload: boolean; readonly actor: Actor },
): Promise<IngestJob> {
  const { ingestJobs, jobFiles, clock, audit } = needs;
  const home = isUpload ? jobFiles.uploadHome : jobFiles.home;
  const job = { id, home, accountId: actor.accountId!, createdAtMs: clock.nowMs(), wishes, isUpload };
  if (!(await ingestJobs.create(job)))
    throw new PlatformError('conflict', 'an ingest of this source into this collection is not over yet');
  const detail = { source: isUpload ? 'upload' : maskedUrl(wishes.place), collection: wishes.collection };
  await audit.append(auditEntry(actor, clock.nowMs(), 'ingest.start', id, detail));
  return findJob(needs, id);
}

function checkWishes(wishes: JobWishes, kinds: readonly string[]): void {
  const { place, kind, datetimePattern, watchEveryMs, isDryRun } = wishes;
  if (kind !== null && !kinds.includes(kind)) refuse('as', `must be one of ${kinds.join(', ')}`);
  if (datetimePattern !== null && readNamePattern(datetimePattern) === null)
    refuse('datetime_pattern', 'must have {YYYY}, and of the others each at most once');
  if (watchEveryMs !== null && isDryRun) refuse('watch', 'does not go with dry_run');
  if (watchEveryMs !== null && /^https?:/i.test(place)) refuse('watch', 'is for a folder or a bucket, not an address');
}

/** A folder that is watched may hold files of items alone. */
const holdsImages = ({ place, kind, watchEveryMs }: JobWishes, isFolder: boolean): boolean =>
  /^s3:/i.test(place) || kind === 'geotiffs' || (isFolder && kind === null && watchEveryMs === null);

const isReadable = (place: string): boolean =>
  /^s3:\/\/[^/]/i.test(place) || (/^https?:\/\//i.test(place) && URL.canParse(place));

function refuse(member: string, reason: string): never {
  throw new PlatformError('invalid_parameters', `'${member}' ${reason}`);
}
