import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { findJob } from '../../ingest/jobs/find-job.ts';
import { type IngestJob, isOver } from '../../ingest/jobs/job.ts';
import type { Service } from '../../service.ts';
import { countStreams } from '../open-streams.ts';
import { operation } from '../route.ts';
import { type EventTeller, type EventTimes, streamEvents, streamHeaders, usualTimes } from '../stream-events.ts';
import { eventStreamType } from '../wire/notices/event-stream.ts';
import { jobRecord } from '../wire/operating/ingest-job-record.ts';

const markOf = ({ changedAtMs, state }: IngestJob): string => `${changedAtMs}.${state}`;

/** How a job of ingest goes on, told as it happens. */
export function ingestEvents(times: EventTimes = {}) {
  const { lookEveryMs, heartbeatMs, mostMs } = { ...usualTimes, ...times };
  const open = countStreams();
  return operation({
    summary: "A job's progress as server-sent events",
    description:
      'The first event is the job now, each further one a change; the stream ends after the event of the end, and ' +
      'after five minutes. With `Last-Event-ID` only what was not seen is told; where nothing more will come it is 204.',
    tag: 'Administration: ingest',
    params: Type.Object({ id: Type.String() }),
    contentType: eventStreamType,
    isCompressed: false,
    errors: [404],
    answers: { 200: Type.Unknown({ description: 'The data of each event is the job.' }), 204: null },
    handle: async (service, call) => {
      const job = await findJob(service, call.params.id);
      const seen = call.request.headers['last-event-id'] ?? null;
      if (seen === markOf(job) && isOver(job)) return void call.reply.code(204).send();
      void call.reply.headers(streamHeaders);
      if (call.request.method === 'HEAD') return Readable.from([]);
      const follow = (teller: EventTeller) => followJob(service, job, seen, { teller, lookEveryMs });
      return streamEvents(service, call, { open, follow, heartbeatMs, mostMs });
    },
  });
}

type Following = { readonly teller: EventTeller; readonly lookEveryMs: number };

function followJob(service: Service, first: IngestJob, lastSeen: unknown, { teller, lookEveryMs }: Following) {
  let seen: unknown = lastSeen;
  const tell = (job: IngestJob) => {
    const id = markOf(job);
    if (seen !== id) teller.tell({ id, data: jobRecord(job) });
    seen = id;
    if (isOver(job) || service.isStopping()) teller.end();
  };
  // Out of reach for a while is no end: the next look may see it.
  const look = () =>
    service.ingestJobs.byId(first.id).then(
      (job) => (job === null ? teller.end() : tell(job)),
      () => undefined,
    );
  tell(first);
  const looks = setInterval(() => void look(), lookEveryMs);
  return () => clearInterval(looks);
}
