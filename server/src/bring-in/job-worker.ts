import { mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { checkpointNamesFile, rejectsFile } from '../adapters/ingest/job-files.ts';
import { fetchUpload, isInBucket, keepRejects } from '../adapters/ingest/shared-job-files.ts';
import { createBuckets } from '../adapters/buckets/open-buckets.ts';
import { bucketOptions } from '../bucket-options.ts';
import type { Bucket } from '../buckets/ports.ts';
import { toFault } from '../adapters/threads/fault.ts';
import { type Config, ingestRoots } from '../config.ts';
import type { ClaimedJob } from '../ingest/jobs/ports.ts';
import { PlatformError } from '../shared/errors.ts';
import { maskUrls } from '../shared/mask-urls.ts';
import { bringIn } from './bring-in.ts';
import type { FromJob, ToJob } from './job-protocol.ts';
import { createNewsroom } from './newsroom.ts';
import { mostRejectBytes } from './open-rejects.ts';

/** A tenth of what anybody else gets, where there are too few processors for both. */
setPriority(10);

let isStopping = false;

// The service is gone, however it ended: the checkpoint says where to go on.
process.on('disconnect', () => process.exit());
process.on('message', (given) => {
  const message = given as ToJob;
  if (message.type === 'stop') isStopping = true;
  else void run(message).then(end);
});

async function run({ job, config }: Extract<ToJob, { type: 'run' }>): Promise<FromJob> {
  const room = createNewsroom(job, (news) => process.send!({ type: 'news', news } satisfies FromJob));
  try {
    const rejects = rejectsFile(config.dataFolder, job.id);
    mkdirSync(dirname(rejects), { recursive: true, mode: 0o700 });
    const bucket = config.SWATH_MANAGED_BUCKET === null ? null : await openShared(config);
    const place = await placeOf(job, bucket, dirname(rejects));
    const isFinished = await bringIn(
      // A job that is gone on with does not begin anew, whatever its first run was told.
      { ...job.wishes, place, isRestarted: job.wishes.isRestarted && job.progress === null },
      {
        config,
        rejects,
        mostWholeRejectBytes: mostRejectBytes,
        checkpointNames: checkpointNamesFile(config.dataFolder, job.id),
        fileRoots: ingestRoots(config),
        downloads: dirname(rejects),
        shown: maskUrls,
        isStopping: () => isStopping,
        ...room.listener,
      },
    );
    if (bucket !== null) await keepRejects(bucket, job.id, rejects);
    return { type: 'ended', news: room.news(), isFinished };
  } catch (error) {
    const shown = error instanceof PlatformError ? new PlatformError(error.kind, maskUrls(error.message)) : error;
    const fault = toFault(shown);
    return { type: 'failed', news: room.news(), fault: { ...fault, message: maskUrls(fault.message) } };
  }
}

const openShared = (config: Config): Promise<Bucket> => createBuckets(bucketOptions(config)).open({ kind: 'managed' });

/** What was uploaded to another node is brought here first; here it lies in the job's folder, wherever that was moved to. */
async function placeOf({ id, wishes }: ClaimedJob, bucket: Bucket | null, folder: string): Promise<string> {
  const { place } = wishes;
  if (bucket !== null && isInBucket(place)) return fetchUpload(bucket, place, folder);
  return basename(dirname(place)) === id ? join(folder, basename(place)) : place;
}

function end(message: FromJob): void {
  process.send!(message, () => process.exit());
}
