import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import { requireKey } from '../../../buckets/object-key.ts';
import { policyText } from '../../../buckets/policy-text.ts';
import type { Bucket, ByteRange, ByteStream, ListedObject } from '../../../buckets/ports.ts';
import { explain } from './explain.ts';
import { nextPage } from './next-page.ts';
import { type S3Place, putObject } from './put-object.ts';
import { retry } from './retry.ts';
import { sweepProbes } from './sweep-probes.ts';
import { sweepUploads } from './sweep-uploads.ts';

export type S3BucketOptions = S3Place & {
  readonly identity: string;
  /** Whom the bucket's policy has to name; null where the policy is that of a role or a user. */
  readonly principal: string | null;
};

/** A bucket of S3, or of a store that speaks it. */
export function createS3Bucket(options: S3BucketOptions): Bucket {
  const { client, bucket, label, identity, principal } = options;
  const at = (key: string) => {
    requireKey(key);
    return { Bucket: bucket, Key: key };
  };
  const asking = <T>(signal: AbortSignal | undefined, ask: (sending: { abortSignal?: AbortSignal }) => Promise<T>) => {
    // Requests that run at once share a signal; Node takes the eleventh that listens for a leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    return retry({ ...options, signal }, () => ask(signal === undefined ? {} : { abortSignal: signal }));
  };

  return {
    label,
    identity,
    folder: '',
    put: async (key, body, putOptions) => putObject(options, at(key).Key, body, putOptions),
    get: async (key, { range, signal } = {}) => {
      const wanted = { ...at(key), ...(range === undefined ? {} : { Range: headerOf(range) }) };
      const answer = await asking(signal, (sending) => client.send(new GetObjectCommand(wanted), sending));
      const stream = answer.Body as Readable;
      if (answer.ContentLength === undefined) stream.destroy();
      const length = lengthOf(answer, label);
      const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
      const byteLength = Number(total ?? length);
      const body = whole(stream, length, label, signal);
      return { byteLength, etag: answer.ETag ?? null, body, close: async () => void stream.destroy() };
    },
    head: async (key, signal) => {
      try {
        const facts = await asking(signal, (sending) => client.send(new HeadObjectCommand(at(key)), sending));
        return { byteLength: lengthOf(facts, label), etag: facts.ETag ?? null };
      } catch (cause) {
        if (cause instanceof BucketFault && cause.fault === 'object') return null;
        throw cause;
      }
    },
    async *list(prefix, signal): AsyncGenerator<ListedObject, void> {
      let token: string | undefined;
      do {
        const wanted = { Bucket: bucket, Prefix: prefix, ContinuationToken: token };
        const page = await asking(signal, (sending) => client.send(new ListObjectsV2Command(wanted), sending));
        for (const { Key, Size } of page.Contents ?? [])
          if (Key !== undefined) yield { key: Key, byteLength: Size ?? 0 };
        token = nextPage(page, token, label);
      } while (token !== undefined);
    },
    delete: async (key, signal) => {
      await asking(signal, (sending) => client.send(new DeleteObjectCommand(at(key)), sending));
    },
    sweepAbandoned: async (sweep) => (await sweepUploads(options, sweep)) + (await sweepProbes(options, sweep)),
    policyFor: (prefix) => policyText({ bucket, prefix, principal }),
    close: () => client.destroy(),
  };
}

const headerOf = ({ offset, length }: ByteRange) => `bytes=${offset}-${offset + length - 1}`;

/** Some way there may pass on answers without it: what breaks off could not be told from what ends. */
function lengthOf({ ContentLength: length }: { readonly ContentLength?: number | undefined }, label: string): number {
  if (length !== undefined) return length;
  throw new BucketFault('endpoint', `the bucket ${label} is at an endpoint that does not say how long objects are`);
}

/** A body that breaks off is a fault, never a short object. */
async function* whole(
  stream: Readable,
  byteLength: number,
  label: string,
  signal: AbortSignal | undefined,
): ByteStream {
  let received = 0;
  const stop = () => void stream.destroy(signal!.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      received += piece.length;
      yield piece;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw explain(cause, label);
  } finally {
    signal?.removeEventListener('abort', stop);
    stream.destroy();
  }
  if (received !== byteLength) throw new BucketFault('unavailable', `the bucket ${label} broke off an object`);
}
