import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Sweep } from '../../../buckets/ports.ts';
import { isProbeKey, probeBeginning } from '../../../buckets/probe-bucket.ts';
import type { S3Place } from './put-object.ts';
import { retry } from './retry.ts';

/** Probes right below the prefix that were written long ago; a page of them is more than there ever are. */
export async function sweepProbes(place: S3Place, sweep: Omit<Sweep, 'isOurs'>): Promise<number> {
  const { prefix, olderThanMs, signal } = sweep;
  const { client, bucket: Bucket } = place;
  const ask = <T>(work: () => Promise<T>) => retry({ ...place, signal }, work);
  const sending = signal === undefined ? {} : { abortSignal: signal };
  const writtenBeforeMs = Date.now() - olderThanMs;
  const wanted = { Bucket, Prefix: `${prefix}${probeBeginning}` };
  const page = await ask(() => client.send(new ListObjectsV2Command(wanted), sending));
  let swept = 0;
  for (const { Key, LastModified } of page.Contents ?? []) {
    if (Key === undefined || !isProbeKey(Key) || !(LastModified && LastModified.getTime() <= writtenBeforeMs)) continue;
    await ask(() => client.send(new DeleteObjectCommand({ Bucket, Key }), sending));
    swept += 1;
  }
  return swept;
}
