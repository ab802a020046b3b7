import { randomUUID } from 'node:crypto';
import { PlatformError } from '../shared/errors.ts';
import { BucketFault } from './bucket-fault.ts';
import { objectKey } from './object-key.ts';
import type { Bucket } from './ports.ts';

export const probeSteps = ['write', 'read', 'list', 'delete'] as const;
export type ProbeStep = (typeof probeSteps)[number];

/** What failed: a step, or what stands before all steps. */
export type FailedStep = ProbeStep | 'exists' | 'region' | 'endpoint';

export type ProbeReport = {
  readonly label: string;
  readonly done: readonly ProbeStep[];
  readonly failure: null | {
    readonly step: FailedStep;
    readonly reason: string;
    /** It may work later. */
    readonly isTransient: boolean;
    /** What to grant, where granting it would help. */
    readonly policy: string | null;
  };
};

export type ProbeOptions = { readonly needsList?: boolean; readonly timeoutMs?: number };

const defaultTimeoutMs = 20_000;

export const probeBeginning = 'swath-probe-';
const probeName = /(?:^|\/)swath-probe-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it is the object of a probe: one that died on the way is not wanted any more. */
export const isProbeKey = (key: string): boolean => probeName.test(key);

/** Writes, reads back, lists where that is needed, and deletes a small object; leaves nothing where it may delete. */
export async function probeBucket(bucket: Bucket, prefix: string, options: ProbeOptions = {}): Promise<ProbeReport> {
  const { needsList = false, timeoutMs = defaultTimeoutMs } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const key = objectKey(prefix, `${probeBeginning}${randomUUID()}`);
  const content = new TextEncoder().encode(randomUUID());
  const work: Record<ProbeStep, () => Promise<unknown>> = {
    write: () => bucket.put(key, content, { contentType: 'text/plain', signal }),
    read: () => readBack(bucket, key, content, signal),
    list: () => findListed(bucket, key, signal),
    delete: () => bucket.delete(key, signal),
  };
  const done: ProbeStep[] = [];
  for (const step of probeSteps.filter((each) => each !== 'list' || needsList)) {
    try {
      await work[step]();
      done.push(step);
    } catch (cause) {
      // With a time of its own: the probe's may be what ran out.
      if (step !== 'delete' && done.includes('write'))
        await bucket.delete(key, AbortSignal.timeout(5_000)).catch(() => {});
      return { label: bucket.label, done, failure: explain(step, cause, signal, () => bucket.policyFor(prefix)) };
    }
  }
  return { label: bucket.label, done, failure: null };
}

async function readBack(bucket: Bucket, key: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
  const { body } = await bucket.get(key, { signal });
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  if (Buffer.compare(Buffer.concat(pieces), content) !== 0)
    throw new BucketFault('conflict', 'what was read is not what was written');
}

async function findListed(bucket: Bucket, key: string, signal: AbortSignal): Promise<void> {
  for await (const listed of bucket.list(key, signal)) if (listed.key === key) return;
  throw new BucketFault('conflict', 'what was written is not listed');
}

function explain(step: ProbeStep, cause: unknown, signal: AbortSignal, policy: () => string | null) {
  if (signal.aborted) return { step, reason: 'it did not answer in time', isTransient: true, policy: null };
  // A mistake of ours is no word on the bucket.
  if (!(cause instanceof PlatformError)) throw cause;
  const fault = cause instanceof BucketFault ? cause.fault : null;
  const isBefore = fault === 'exists' || fault === 'region' || fault === 'endpoint';
  return {
    step: isBefore ? fault : step,
    reason: cause.message,
    isTransient: cause.kind === 'unavailable',
    policy: fault === 'denied' ? ((cause as BucketFault).policy ?? policy()) : null,
  };
}

/** The answer to an order whose bucket failed: refused with what to grant, or to be tried again. */
export function refuseFailedProbe({ label, failure }: ProbeReport): void {
  if (failure === null) return;
  const { step, reason, isTransient, policy } = failure;
  const why = `Unable to write to bucket ${label}: the step '${step}' failed: ${reason}`;
  if (isTransient) throw new PlatformError('unavailable', { reason: why, retryAfterSeconds: 30 });
  throw new PlatformError('order_refused', policy === null ? why : `${why}. Grant this policy: ${oneLine(policy)}`);
}

const oneLine = (json: string) => JSON.stringify(JSON.parse(json));
