import type { Service } from '../../service.ts';
import { dayMs, hourMs } from '../../shared/clock.ts';

type Needs = Pick<Service, 'ingestJobs' | 'jobFiles' | 'clock' | 'config'>;

/** Forgets jobs that ended long ago, with what they have on disk. */
export async function sweepJobs(needs: Needs): Promise<void> {
  const { ingestJobs, jobFiles, clock, config } = needs;
  const endedBeforeMs = clock.nowMs() - config.SWATH_INGEST_DAYS * dayMs;
  for (const home of jobFiles.homes)
    for (const id of await ingestJobs.sweep(home, endedBeforeMs)) {
      // First: the folder says which they are.
      await jobFiles.removeCheckpoints(id, endedBeforeMs);
      await jobFiles.remove(id);
    }
  await sweepStrays(needs);
}

/** So long after it was written to last, an upload comes to nothing more. */
const strayAfterMs = hourMs;

/** Removes what lies on disk for jobs that nobody knows: uploads that were cut off with the service. */
export async function sweepStrays({ ingestJobs, jobFiles, clock }: Omit<Needs, 'config'>): Promise<void> {
  const beforeMs = clock.nowMs() - strayAfterMs;
  for (const id of await jobFiles.untouchedSince(beforeMs)) {
    if ((await ingestJobs.byId(id)) !== null) continue;
    await jobFiles.removeCheckpoints(id, beforeMs);
    await jobFiles.remove(id);
  }
}
