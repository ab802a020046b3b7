import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import type { Sweep } from '../../../buckets/ports.ts';
import type { S3Place } from './put-object.ts';
import { retry } from './retry.ts';

type Page = ListMultipartUploadsCommandOutput;

/** Aborts uploads that were begun long ago and never ended, and those that are over however young. */
export async function sweepUploads(place: S3Place, sweep: Sweep): Promise<number> {
  const { prefix, olderThanMs, isOurs, isOver, signal } = sweep;
  const { client, bucket: Bucket } = place;
  const ask = <T>(work: () => Promise<T>) => retry({ ...place, signal }, work);
  const sending = signal === undefined ? {} : { abortSignal: signal };
  const begunBeforeMs = Date.now() - olderThanMs;
  let swept = 0;
  for (let page: Page | null = null; page === null || page.IsTruncated === true;) {
    const marks = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    const found: Page = await ask(() =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marks }), sending),
    );
    for (const { Key, UploadId, Initiated } of found.Uploads ?? []) {
      if (Key === undefined || !Key.startsWith(prefix) || !isOurs(Key)) continue;
      const isOld = Initiated !== undefined && Initiated.getTime() <= begunBeforeMs;
      if (!isOld && isOver?.(Key) !== true) continue;
      await ask(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), sending));
      swept += 1;
    }
    page = found;
  }
  return swept;
}
