import type { Service } from '../../service.ts';
import { dayMs } from '../../shared/clock.ts';

/** Forgets jobs that ended long ago, with what they have on disk. */
export async function sweepJobs({
  ingestJobs,
  jobFiles,
  clock,
  config,
}: Pick<Service, 'ingestJobs' | 'jobFiles' | 'clock' | 'config'>): Promise<void> {
  const endedBeforeMs = clock.nowMs() - config.SWATH_INGEST_DAYS * dayMs;
  for (const id of await ingestJobs.sweep(jobFiles.home, endedBeforeMs)) await jobFiles.remove(id);
}
