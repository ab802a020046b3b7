import type { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { refuseChanged } from '../../../imagery/refuse.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { noAnswer } from '../../network/no-answer.ts';
import { readRetryAfter } from '../../network/retry-after.ts';
import { type RangeAnswer, isRangeAsked, parseContentRange } from './content-range.ts';
import { TransientFailure } from './transient-failure.ts';
import { type OpenedSource, headBytes, nothingToClose } from './range-source.ts';
import { retry } from './retry.ts';

/** The client makes one attempt at a time. */
const attempts = { attempts: 5, firstDelayMs: 100, longestDelayMs: 5_000 };

type S3Address = { readonly bucket: string; readonly key: string };

/** An object of a bucket, held to the version that was opened by its ETag. */
export async function openS3Object(client: S3Client, location: string): Promise<OpenedSource> {
  const address = parseS3Location(location);
  const ask = (wanted: Wanted) => retry(location, attempts, () => getRange(client, address, location, wanted));
  const first = await ask({ offset: 0, length: headBytes, etag: null });
  const { etag, total } = first;
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const answer = await ask({ offset, length, etag });
    const isSame = answer.etag === etag && answer.total === total && answer.bytes.length === length;
    if (!isSame) throw refuseChanged(location);
    return answer.bytes;
  };
  const source = {
    location,
    version: `${total} ${etag}`,
    byteLength: total,
    isRemote: true,
    read,
    close: nothingToClose,
  };
  return { source, head: first.bytes };
}

function parseS3Location(location: string): S3Address {
  const match = /^s3:\/\/([^/]+)\/(.+)$/s.exec(location);
  if (match === null) throw new PlatformError('invalid_parameters', `${location} is not s3://bucket/key`);
  return { bucket: match[1]!, key: match[2]! };
}

type Wanted = { readonly offset: number; readonly length: number; readonly etag: string | null };

async function readBody({ Body }: GetObjectCommandOutput, length: number): Promise<Uint8Array> {
  const bytes = await Body?.transformToByteArray().catch((cause: unknown) => {
    throw new TransientFailure((cause as Error).message);
  });
  if (bytes?.length !== length) throw new TransientFailure('fewer or more bytes than announced');
  return bytes;
}

async function getRange(client: S3Client, { bucket, key }: S3Address, location: string, wanted: Wanted) {
  const { offset, length, etag } = wanted;
  try {
    const answer = await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        Range: `bytes=${offset}-${offset + length - 1}`,
        ...(etag === null ? {} : { IfMatch: etag }),
      }),
    );
    const range = parseContentRange(answer.ContentRange);
    const isFair = range !== null && isRangeAsked(range, offset, length);
    // A body that nobody reads would hold its connection.
    if (!isFair) (answer.Body as Readable | undefined)?.destroy();
    if (!isFair) throw new PlatformError('invalid_parameters', `the store of ${location} does not support Range`);
    const bytes = await readBody(answer, range.last - offset + 1);
    return { bytes, total: range.total, etag: answer.ETag ?? null, modified: null } satisfies RangeAnswer;
  } catch (cause) {
    throw explain(cause, location);
  }
}

type S3Failure = Error & {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
};

/** With 400 and 403, and yet the fault of the way there. */
const passing = ['RequestTimeout', 'RequestTimeTooSkewed'];

/** A store that is busy is so for a moment; one that says nothing has been waited for long enough. */
function isPassing({ name, code = '', $metadata }: S3Failure): boolean {
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 500 || status === 429 || status === 408 || passing.includes(name) || noAnswer.includes(code);
}

function explain(cause: unknown, location: string): Error {
  if (cause instanceof PlatformError || cause instanceof TransientFailure) return cause;
  const failure = cause as S3Failure;
  const { name, message, $metadata, $response } = failure;
  const status = $metadata?.httpStatusCode;
  if (isPassing(failure))
    return new TransientFailure(message, readRetryAfter($response?.headers?.['retry-after'], Date.now()));
  if (status === 404) return new PlatformError('not_found', `there is no object ${location}: ${name}`);
  if (status === 401 || status === 403) return new PlatformError('forbidden', `${location} may not be read: ${name}`);
  // Its bytes are for whoever has the key that it was written with.
  if (status === 400 && name === 'InvalidRequest')
    return new PlatformError('invalid_parameters', `${location} cannot be read: ${message}`);
  if (status === 412) return refuseChanged(location);
  if (status === 416) return new PlatformError('invalid_parameters', `${location} has no bytes in the range asked for`);
  return new PlatformError('unavailable', `${location} cannot be read: ${message}`);
}
