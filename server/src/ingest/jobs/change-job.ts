import { type Actor, auditEntry } from '../../accounts/audit.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { findJob } from './find-job.ts';
import type { IngestJob } from './job.ts';

type Needs = Pick<Service, 'ingestJobs' | 'clock' | 'audit'>;

/** What is stored stays; its process ends with the batch that it is at. */
export async function cancelJob(needs: Needs, id: string, actor: Actor): Promise<IngestJob> {
  const { ingestJobs, clock, audit } = needs;
  await findJob(needs, id);
  if (!(await ingestJobs.cancel(id, clock.nowMs()))) throw new PlatformError('conflict', 'the ingest is over already');
  await audit.append(auditEntry(actor, clock.nowMs(), 'ingest.cancel', id));
  return findJob(needs, id);
}

/** Goes on from its checkpoint; one that came to its end begins anew. */
export async function retryJob(needs: Needs, id: string, actor: Actor): Promise<IngestJob> {
  const { ingestJobs, clock, audit } = needs;
  const { isUpload, state } = await findJob(needs, id);
  if (isUpload && state === 'succeeded')
    throw new PlatformError('conflict', 'what was uploaded is all in, and not kept any longer');
  const outcome = await ingestJobs.retry(id, clock.nowMs());
  if (outcome === 'not_over') throw new PlatformError('conflict', 'the ingest is not over yet');
  if (outcome === 'taken') throw new PlatformError('conflict', 'another ingest of its source is not over yet');
  await audit.append(auditEntry(actor, clock.nowMs(), 'ingest.retry', id));
  return findJob(needs, id);
}
