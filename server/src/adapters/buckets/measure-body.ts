import { createHash } from 'node:crypto';
import { BucketFault } from '../../buckets/bucket-fault.ts';
import type { ByteStream, PutOptions } from '../../buckets/ports.ts';

type Announced = Pick<PutOptions, 'byteLength' | 'sha256' | 'signal'>;

export type MeasuredBody = {
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** Of all that went by. */
  facts(): { readonly byteLength: number; readonly sha256: string };
};

/** Counts and digests a body as it goes by; one that is not what was announced fails before its end. */
export function measureBody(body: ByteStream | Uint8Array, announced: Announced): MeasuredBody {
  const digest = createHash('sha256');
  let byteLength = 0;
  let sha256 = '';
  async function* chunks() {
    for await (const chunk of untilAborted(asStream(body), announced.signal)) {
      byteLength += chunk.length;
      if (byteLength > (announced.byteLength ?? Infinity)) throw otherLength(announced.byteLength!);
      digest.update(chunk);
      yield chunk;
    }
    if (byteLength !== (announced.byteLength ?? byteLength)) throw otherLength(announced.byteLength!);
    sha256 = digest.digest('hex');
    if (sha256 !== (announced.sha256 ?? sha256))
      throw new BucketFault('conflict', 'the content does not have the SHA-256 that was announced');
  }
  return { chunks: chunks(), facts: () => ({ byteLength, sha256 }) };
}

const otherLength = (announced: number) =>
  new BucketFault('conflict', `the content is not of the ${announced} bytes that were announced`);

async function* asStream(body: ByteStream | Uint8Array): ByteStream & AsyncGenerator<Uint8Array, void> {
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}

/** Ends by the signal also while a source is silent. */
async function* untilAborted(body: ByteStream, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void> {
  const source = body[Symbol.asyncIterator]();
  let hasEnded = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await orAborted(source.next(), signal);
      hasEnded = next.done === true;
      if (next.done) return;
      if (next.value.length > 0) yield next.value;
    }
  } finally {
    const closing = hasEnded ? undefined : source.return?.().catch(() => {});
    // A source that is silent would not end either.
    if (signal?.aborted !== true) await closing;
  }
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true, signal: over.signal });
  });
  return Promise.race([work, aborted]).finally(() => over.abort());
}
