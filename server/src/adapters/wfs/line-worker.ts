import { workerData } from 'node:worker_threads';
import { outputOfJob } from '../../wfs/outputs/outputs.ts';
import type { StreamedOutput } from '../../wfs/outputs/output.ts';
import { type WriteLines, type WrittenLines, createLinesWriter } from '../../wfs/outputs/write-lines.ts';
import { ownBytes } from '../threads/post-parts.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import type { LineThreadData, LineWork } from './line-threads.ts';
import { unpackJob } from './packed-job.ts';

const { attributes } = workerData as LineThreadData;

// Of the answer that was written last: the next lines are mostly of the same.
let last: { readonly answer: number; readonly write: WriteLines } | null = null;

function writerOf({ answer, job: packed }: LineWork): WriteLines {
  if (last?.answer === answer) return last.write;
  const job = unpackJob(packed, attributes);
  const writer = (outputOfJob(job.output) as StreamedOutput).write(job.context);
  last = { answer, write: createLinesWriter(writer, job.context) };
  return last.write;
}

serveJobs<WrittenLines>(async (work) => {
  const { bytes, shared } = work as LineWork;
  const { bytes: written, sizes } = writerOf(work as LineWork)({ bytes, shared });
  const own = ownBytes(written);
  return { outcome: { bytes: own, sizes }, moved: [own.buffer] };
});
