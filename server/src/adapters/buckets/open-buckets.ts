import { labelOf } from '../../buckets/bucket-target.ts';
import type { BucketAccess, Buckets } from '../../buckets/ports.ts';
import { openFolder, openNamedFolder } from './local/open-folder.ts';
import { openManagedBucket } from './managed/managed-bucket.ts';
import type { S3Settings } from './s3/open-s3.ts';

export type BucketOptions = {
  readonly dataFolder: string;
  /** Folders in which `file:///` may name buckets; `buckets` of the data folder always is one. */
  readonly roots: readonly string[];
  /** Null: a name is a directory. */
  readonly s3: S3Settings | null;
  /** Whether an endpoint that a customer names may lie on this machine or a private network. */
  readonly mayReachPrivate: boolean;
};

const none: BucketAccess = { credentials: null, externalId: 'swath' };

/** Chooses by what the target is and how the service is set up. */
export function createBuckets(options: BucketOptions): Buckets {
  return {
    open: async (target, access = none) => {
      if (target.kind === 'managed') return openManagedBucket(options.dataFolder);
      if (target.kind === 'folder') return openFolder(target.path, labelOf(target), options);
      if (target.kind === 'named' && options.s3 === null) return openNamedFolder(target.name, options);
      // The library of S3 takes a while to load, and not every service needs it.
      const { openS3 } = await import('./s3/open-s3.ts');
      const place = { endpoint: null, region: null, isPathStyle: null };
      return openS3(target.kind === 's3' ? target : { kind: 's3', name: target.name, ...place }, access, options);
    },
  };
}
