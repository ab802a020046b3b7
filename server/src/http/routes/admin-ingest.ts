import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { cancelJob, retryJob } from '../../ingest/jobs/change-job.ts';
import { findJob } from '../../ingest/jobs/find-job.ts';
import { placeJob, placeUpload } from '../../ingest/jobs/place-job.ts';
import { PlatformError } from '../../shared/errors.ts';
import { refuseCompressed } from '../body.ts';
import { type Call, operation } from '../route.ts';
import { rangeOf } from '../wire/files/byte-range.ts';
import { jobRecord, jobSchema } from '../wire/operating/ingest-job-record.ts';
import {
  endingOf,
  ingestBody,
  readIngest,
  readUpload,
  uploadQuery,
  uploadTypes,
} from '../wire/operating/ingest-request.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';

const tag = 'Administration: ingest';
const byId = Type.Object({ id: Type.String() });

const accepted = ({ reply }: Pick<Call, 'reply'>, basePath: string, job: Parameters<typeof jobRecord>[0]) => {
  void reply.code(202).header('location', `${basePath}/admin/ingest/${job.id}`);
  return jobRecord(job);
};

export const start = operation({
  summary: 'Bring items or imagery into the catalogue',
  description:
    'Answers with a job, which runs in a process of its own and goes on by itself after a crash. ' +
    'A second one of the same source and collection is 409 until the first has ended.',
  tag,
  body: ingestBody,
  takesRoom: true,
  errors: [409],
  sends: ['location'],
  answers: { 202: jobSchema },
  handle: async (service, call) =>
    accepted(call, service.config.basePath, await placeJob(service, readIngest(call.body), call.actor)),
});

export const upload = operation({
  summary: 'Bring in items that are sent along',
  description:
    'The body is kept in the data folder and then brought in by a job. It may take a day, without pauses of two minutes. ' +
    'What is larger is put into a folder, or at an address, and named as the source of a job.',
  tag,
  query: uploadQuery,
  body: Type.Unknown({ description: 'Items, one a line; or a FeatureCollection.' }),
  bodyKind: 'stream',
  consumes: uploadTypes,
  takesRoom: true,
  errors: [409],
  sends: ['location'],
  answers: { 202: jobSchema },
  handle: async (service, call) => {
    const { headers } = call.request;
    refuseCompressed(headers, 'stream');
    const ending = endingOf(headers['content-type']);
    const sending = call.body as Readable | undefined;
    if (sending === undefined) throw new PlatformError('unparsable_body');
    // What is refused on the way is told to who goes on sending: destroyed, it would take the connection along.
    const body = sending.iterator({ destroyOnReturn: false });
    const byteLength = Number(headers['content-length'] ?? Number.NaN);
    const sent = { ending, body, byteLength: Number.isNaN(byteLength) ? null : byteLength };
    return accepted(
      call,
      service.config.basePath,
      await placeUpload(service, readUpload(call.query), sent, call.actor),
    );
  },
});

export const list = operation({
  summary: 'Jobs of ingest, newest first',
  tag,
  query: pageQuery,
  answers: { 200: pageSchema(jobSchema) },
  handle: async ({ ingestJobs }, { query }) => pageRecord(await ingestJobs.list(toPageRequest(query)), jobRecord),
});

export const read = operation({
  summary: 'A job of ingest, and how far it is',
  tag,
  params: byId,
  errors: [404],
  answers: { 200: jobSchema },
  handle: async (service, { params }) => jobRecord(await findJob(service, params.id)),
});

export const cancel = operation({
  summary: 'Cancel a job of ingest',
  description: 'What is stored stays. One that is over is 409.',
  tag,
  params: byId,
  errors: [404, 409],
  answers: { 200: jobSchema },
  handle: async (service, { params, actor }) => jobRecord(await cancelJob(service, params.id, actor)),
});

export const retry = operation({
  summary: 'Go on with a job of ingest that is over',
  description: 'From where it was; one that came to its end begins at the beginning. One that is not over is 409.',
  tag,
  params: byId,
  takesRoom: true,
  errors: [404, 409],
  sends: ['location'],
  answers: { 202: jobSchema },
  handle: async (service, call) =>
    accepted(call, service.config.basePath, await retryJob(service, call.params.id, call.actor)),
});

const ndjson = 'application/x-ndjson';

export const rejects = operation({
  summary: 'What a job of ingest did not take, and why',
  description: 'A line of JSON for each: position, id, reason, line. One range of bytes may be asked for.',
  tag,
  params: byId,
  contentType: ndjson,
  isCompressed: false,
  errors: [404, 416],
  answers: {
    200: Type.Unknown({ description: 'All of them.' }),
    206: Type.Unknown({ description: 'A part of them.' }),
  },
  handle: async (service, { params, request, reply }) => {
    await findJob(service, params.id);
    const file = await service.jobFiles.rejects(params.id);
    const byteLength = file?.byteLength ?? 0;
    const range = byteLength === 0 ? null : rangeOf(request.headers, '', byteLength);
    const { start: from, end } = range ?? { start: 0, end: byteLength };
    void reply.type(ndjson).header('accept-ranges', 'bytes').header('cache-control', 'private, no-store');
    void reply.header('content-length', end - from);
    if (range !== null) void reply.code(206).header('content-range', `bytes ${from}-${end - 1}/${byteLength}`);
    if (file === null || request.method === 'HEAD') return Readable.from([]);
    return Readable.from(file.read(from, end), { objectMode: false });
  },
});
