import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { IngestJob } from './job.ts';

export async function findJob({ ingestJobs }: Pick<Service, 'ingestJobs'>, id: string): Promise<IngestJob> {
  const job = isJobId(id) ? await ingestJobs.byId(id) : null;
  if (job === null) throw new PlatformError('not_found');
  return job;
}

/** It names a folder too: nothing else is let through. */
const isJobId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
