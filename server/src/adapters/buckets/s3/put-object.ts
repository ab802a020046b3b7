import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import type { ByteStream, PutObject, PutOptions } from '../../../buckets/ports.ts';
import { measureBody } from '../measure-body.ts';
import { type Part, partsOf } from './part-buffers.ts';
import type { Patience } from '../../../shared/patience.ts';
import { retry } from './retry.ts';

export type S3Place = {
  readonly client: S3Client;
  readonly bucket: string;
  readonly label: string;
  readonly patience: Patience;
};

/** S3 takes no more of them: 84 GB where the length is not known. */
const mostParts = 10_000;
const leastPartBytes = 8 << 20;

const partBytesFor = (byteLength = 0) => Math.max(leastPartBytes, Math.ceil(byteLength / mostParts));

/** In one request when it fits into one part, else in parts that are committed at once; two are held at most. */
export async function putObject(
  place: S3Place,
  key: string,
  body: ByteStream | Uint8Array,
  options: PutOptions,
): Promise<PutObject> {
  const failed = new AbortController();
  const signal = options.signal === undefined ? failed.signal : AbortSignal.any([options.signal, failed.signal]);
  // Also a source that is silent ends when the upload has failed.
  const { chunks, facts } = measureBody(body, { ...options, signal });
  const parts = partsOf(chunks, partBytesFor(body instanceof Uint8Array ? body.length : options.byteLength));
  try {
    const first = await parts.next();
    const part = first.value as Part;
    const etag = part.isLast
      ? await putWhole(place, key, part.bytes, options)
      : await putInParts(place, key, part, parts, { ...options, signal });
    return { ...facts(), etag };
  } finally {
    failed.abort();
    await parts.return();
  }
}

/** S3 names what it misses: that an object is missing which is to be written is the word of another server. */
async function fromS3<T>({ label }: S3Place, answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    if (!(cause instanceof BucketFault && cause.fault === 'object')) throw cause;
    throw new BucketFault(
      'exists',
      `the bucket ${label} is not at its endpoint, which answers 404, but not as S3 does`,
    );
  });
}

async function putWhole(place: S3Place, key: string, bytes: Buffer, options: PutOptions): Promise<string | null> {
  const { client, bucket } = place;
  const { contentType, signal, beforeCommit } = options;
  const command = () => new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType });
  const send = async (sending: Sending) => (await client.send(command(), sending)).ETag ?? null;
  return fromS3(place, guarded(place, signal, beforeCommit, send));
}

type Sending = { readonly abortSignal?: AbortSignal };

/** Asks the caller before each attempt; what the caller says is passed on as it is, without another attempt. */
async function guarded<T>(
  place: S3Place,
  signal: AbortSignal | undefined,
  beforeCommit: (() => Promise<void>) | undefined,
  attempt: (sending: Sending) => Promise<T>,
): Promise<T> {
  let refusal: { readonly cause: unknown } | null = null;
  const result = await retry({ ...place, signal }, async () => {
    try {
      await beforeCommit?.();
    } catch (cause) {
      refusal = { cause };
      return null;
    }
    return { value: await attempt(signal === undefined ? {} : { abortSignal: signal }) };
  });
  if (result === null) throw refusal!.cause;
  return result.value;
}

async function putInParts(
  place: S3Place,
  key: string,
  first: Part,
  others: AsyncGenerator<Part, void>,
  options: PutOptions & { readonly signal: AbortSignal },
): Promise<string | null> {
  const { client, bucket } = place;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const create = { Bucket: bucket, Key: key, ContentType: options.contentType };
  const begin = () => client.send(new CreateMultipartUploadCommand(create), { abortSignal: signal });
  const { UploadId: uploadId } = await fromS3(place, retry({ ...place, signal }, begin));
  const upload = { Bucket: bucket, Key: key, UploadId: uploadId };
  const etags: string[] = [];
  const send = async ({ number, bytes }: Part): Promise<void> => {
    const command = () => new UploadPartCommand({ ...upload, PartNumber: number, Body: bytes });
    const sent = await retry({ ...place, signal }, () => client.send(command(), { abortSignal: signal }));
    etags.push(sent.ETag ?? '');
  };
  let underWay = send(first);
  try {
    for await (const part of settling(others, () => underWay)) {
      if (part.number > mostParts)
        throw new BucketFault('refused', `the object is too large for the bucket ${place.label}`);
      underWay = send(part);
    }
    await underWay;
    return await complete(place, upload, etags, options);
  } catch (cause) {
    stopped.abort();
    await underWay.catch(() => {});
    await abandon(place, upload);
    throw cause;
  }
}

/** A part is handed out when the one before it has arrived, and read while it is under way. */
async function* settling(parts: AsyncGenerator<Part, void>, underWay: () => Promise<void>): AsyncGenerator<Part, void> {
  for (;;) {
    const [next] = await Promise.all([parts.next(), underWay()]);
    if (next.done) return;
    yield next.value;
  }
}

type Upload = { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined };

async function complete(
  place: S3Place,
  upload: Upload,
  etags: readonly string[],
  { signal, beforeCommit }: PutOptions,
): Promise<string | null> {
  const Parts = etags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
  const command = () => new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
  let attempts = 0;
  return guarded(place, signal, beforeCommit, async (sending) => {
    attempts += 1;
    try {
      return (await place.client.send(command(), sending)).ETag ?? null;
    } catch (cause) {
      // Done by the attempt before, whose answer was lost.
      if ((cause as Error).name !== 'NoSuchUpload' || attempts === 1) throw cause;
      const { ETag } = await place.client.send(
        new HeadObjectCommand({ Bucket: upload.Bucket, Key: upload.Key }),
        sending,
      );
      if (ETag?.replaceAll('"', '') !== etagOf(etags)) throw cause;
      return ETag;
    }
  });
}

/** What S3 gives an object of parts: the digest of their digests. */
function etagOf(etags: readonly string[]): string {
  const digest = createHash('md5');
  for (const etag of etags) digest.update(Buffer.from(etag.replaceAll('"', ''), 'hex'));
  return `${digest.digest('hex')}-${etags.length}`;
}

const pauseMs = 100;

/** As far as it goes: what stays is swept later. Again until it is gone: a part that was under way may bring it back. */
async function abandon(place: S3Place, upload: Upload): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const end = () => retry({ ...place, signal }, () => place.client.send(new AbortMultipartUploadCommand(upload)));
  try {
    for (let times = 1; times <= 3; times++) {
      await end();
      await setTimeout(times * pauseMs);
    }
  } catch {
    // Gone, or out of reach.
  }
}
