import { type S3Target, labelOf } from '../../buckets/bucket-target.ts';
import type { Bucket, BucketAccess, Buckets } from '../../buckets/ports.ts';
import { openFolder, openNamedFolder } from './local/open-folder.ts';
import { openManagedBucket } from './managed/managed-bucket.ts';
import { PlatformError } from '../../shared/errors.ts';
import { outsideArchive } from './outside-archive.ts';
import type { S3Settings } from './s3/open-s3.ts';
import { withinPrefix } from './within-prefix.ts';

export type BucketOptions = {
  readonly dataFolder: string;
  /** Folders in which `file:///` may name buckets; `buckets` of the data folder always is one. */
  readonly roots: readonly string[];
  /** Null: a name is a directory. */
  readonly s3: S3Settings | null;
  /** Where of that S3 the managed bucket lies; a directory of the data folder where there is none. */
  readonly managed?: ManagedPlace | null;
  /** Places of that S3 that imagery is read from: `s3://bucket/prefix/`. */
  readonly archive?: readonly string[];
  /** Folders that it is read from. */
  readonly archiveRoots?: readonly string[];
  /** Whether an endpoint that a customer names may lie on this machine or a private network. */
  readonly mayReachPrivate: boolean;
};

/** `prefix` is empty or ends with a slash. */
export type ManagedPlace = { readonly name: string; readonly prefix: string };

const none: BucketAccess = { credentials: null, externalId: 'swath' };

/** Chooses by what the target is and how the service is set up. */
export function createBuckets(options: BucketOptions): Buckets {
  return {
    open: async (target, access = none) => {
      if (target.kind === 'managed') return openManaged(options);
      if (target.kind === 'folder') return openFolder(target.path, labelOf(target), options);
      if (target.kind === 'named' && options.s3 === null) return openNamedFolder(target.name, options);
      const s3 = target.kind === 's3' ? target : inOwnS3(target.name);
      // Orders reach the managed bucket by its name alone, each in its own folder.
      if (s3.endpoint === null && s3.name === options.managed?.name)
        throw new PlatformError('order_refused', `the bucket ${s3.name} is the service's own: name it 'managed'`);
      const bucket = await openFromS3(s3, access, options);
      return s3.endpoint === null ? outsideArchive(bucket, s3.name, options.archive ?? []) : bucket;
    },
  };
}

const inOwnS3 = (name: string): S3Target => ({ kind: 's3', name, endpoint: null, region: null, isPathStyle: null });

async function openManaged(options: BucketOptions): Promise<Bucket> {
  const { managed = null } = options;
  if (managed === null) return openManagedBucket(options.dataFolder);
  return withinPrefix(await openFromS3(inOwnS3(managed.name), none, options), managed.prefix, 'managed');
}

/** The library of S3 takes a while to load, and not every service needs it. */
async function openFromS3(target: S3Target, access: BucketAccess, options: BucketOptions): Promise<Bucket> {
  const { openS3 } = await import('./s3/open-s3.ts');
  return openS3(target, access, options);
}
