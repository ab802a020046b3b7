import type { BucketOptions, ManagedPlace } from './adapters/buckets/open-buckets.ts';
import type { ArchiveBuckets } from './adapters/buckets/s3/archive-buckets.ts';
import type { Config } from './config.ts';

/** What the settings say of buckets. */
export function bucketOptions(config: Config): BucketOptions {
  const {
    SWATH_S3_ENDPOINT: endpoint,
    SWATH_S3_REGION: region,
    SWATH_S3_ACCESS_KEY_ID: accessKeyId,
    SWATH_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  const keys = accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey };
  const hasS3 = endpoint !== null || region !== null || keys !== null;
  return {
    dataFolder: config.dataFolder,
    roots: config.SWATH_BUCKET_ROOTS,
    s3: hasS3 ? { endpoint, region, keys, isPathStyle: config.SWATH_S3_PATH_STYLE } : null,
    managed: managedPlace(config),
    archive: config.SWATH_ARCHIVE_BUCKETS,
    archiveRoots: config.archiveRoots,
    mayReachPrivate: config.SWATH_ALLOW_PRIVATE_ENDPOINTS,
  };
}

function managedPlace({ SWATH_MANAGED_BUCKET: place }: Config): ManagedPlace | null {
  if (place === null) return null;
  const [name, ...rest] = place.slice('s3://'.length).split('/');
  return { name: name!, prefix: rest.join('/') };
}

/** Where `s3://` addresses of imagery may lead. */
export function archiveBuckets(config: Config): ArchiveBuckets | null {
  const { s3 } = bucketOptions(config);
  const places = config.SWATH_ARCHIVE_BUCKETS;
  return s3 === null || places.length === 0 ? null : { places, s3 };
}
