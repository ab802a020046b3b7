import { BucketFault } from '../../buckets/bucket-fault.ts';
import type { Bucket } from '../../buckets/ports.ts';

/** Whoever orders may name any bucket of the operator's S3, and the key that reads the archive may well write there. */
export const outsideArchive = (bucket: Bucket, name: string, archive: readonly string[]): Bucket => ({
  ...bucket,
  put: async (key, ...rest) => {
    if (archive.some((place) => `s3://${name}/${key}`.startsWith(place)))
      throw new BucketFault('refused', `the archive of this service lies there in the bucket ${bucket.label}`);
    return bucket.put(key, ...rest);
  },
});
