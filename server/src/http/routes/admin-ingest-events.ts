import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { findJob } from '../../ingest/jobs/find-job.ts';
import { type IngestJob, isOver } from '../../ingest/jobs/job.ts';
import type { Service } from '../../service.ts';
import { minuteMs, secondMs } from '../../shared/clock.ts';
import { type OpenStreams, countStreams } from '../open-streams.ts';
import { type Call, operation } from '../route.ts';
import { eventStreamType, eventText, heartbeat, opening } from '../wire/event-stream.ts';
import { jobRecord } from '../wire/ingest-job-record.ts';

export type IngestEventTimes = {
  readonly lookEveryMs?: number;
  readonly heartbeatMs?: number;
  readonly mostMs?: number;
};

const mostUnread = 65_536;

const streamHeaders = {
  'content-type': eventStreamType,
  'cache-control': 'private, no-store',
  connection: 'close',
  'x-accel-buffering': 'no',
};

const markOf = ({ changedAtMs, state }: IngestJob): string => `${changedAtMs}.${state}`;

/** How a job of ingest goes on, told as it happens. */
export function ingestEvents({
  lookEveryMs = secondMs,
  heartbeatMs = 15 * secondMs,
  // Readers come back by themselves, and show their credential anew.
  mostMs = 5 * minuteMs,
}: IngestEventTimes = {}) {
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
      return eventStream(service, call, job, { open, seen: String(seen), lookEveryMs, heartbeatMs, mostMs });
    },
  });
}

type Following = Required<IngestEventTimes> & { readonly open: OpenStreams; readonly seen: string };

function eventStream(service: Service, { principal }: Pick<Call, 'principal'>, first: IngestJob, following: Following) {
  const { open, lookEveryMs, heartbeatMs, mostMs } = following;
  const release = open.take(principal.account.id);
  const stream = new Readable({ read() {} });
  let [seen, hasEnded] = [following.seen, false];
  const send = (text: string) => {
    if (hasEnded) return;
    stream.push(text);
    if (stream.readableLength > mostUnread) stream.destroy();
  };
  const end = () => {
    if (!hasEnded) stream.push(null);
    hasEnded = true;
  };
  const tell = (job: IngestJob) => {
    if (seen !== markOf(job)) send(eventText({ id: (seen = markOf(job)), data: JSON.stringify(jobRecord(job)) }));
    if (isOver(job) || service.isStopping()) end();
  };
  // Out of reach for a while is no end: the next look may see it.
  const look = () =>
    service.ingestJobs.byId(first.id).then(
      (job) => (job === null ? end() : tell(job)),
      () => undefined,
    );
  send(opening);
  tell(first);
  const looks = setInterval(() => void look(), lookEveryMs);
  const beat = setInterval(() => {
    send(heartbeat);
    void mayStillSee(service, principal.account.id).then((may) => may || end());
  }, heartbeatMs);
  const leftMs = Math.max(0, principal.credential.expiresAtMs - service.clock.nowMs());
  const limit = setTimeout(end, Math.min(mostMs, leftMs));
  return stream.once('close', () => {
    clearInterval(looks);
    clearInterval(beat);
    clearTimeout(limit);
    release();
  });
}

/** A store that does not answer says nothing about the account. */
const mayStillSee = ({ accounts }: Pick<Service, 'accounts'>, id: string): Promise<boolean> =>
  accounts.byId(id).then(
    (member) => member?.account.isActive === true && member.account.role === 'admin',
    () => true,
  );
