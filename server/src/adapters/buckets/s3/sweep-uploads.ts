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
export async function sweepUploads(place: S3Place, { prefix, olderThanMs, isOurs, isOver }: Sweep): Promise<number> {
  const { client, bucket: Bucket } = place;
  const ask = <T>(work: () => Promise<T>) => retry({ ...place, signal: undefined }, work);
  const begunBeforeMs = Date.now() - olderThanMs;
  let swept = 0;
  for (let page: Page | null = null; page === null || page.IsTruncated === true;) {
    const marks = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
    const found: Page = await ask(() =>
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marks })),
    );
    for (const { Key, UploadId, Initiated } of found.Uploads ?? []) {
      if (Key === undefined || !Key.startsWith(prefix) || !isOurs(Key)) continue;
      const isOld = Initiated !== undefined && Initiated.getTime() <= begunBeforeMs;
      if (!isOld && isOver?.(Key) !== true) continue;
      await ask(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      swept += 1;
    }
    page = found;
  }
  return swept;
}
