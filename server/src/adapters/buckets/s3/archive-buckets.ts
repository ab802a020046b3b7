import type { S3Client } from '@aws-sdk/client-s3';
import { PlatformError } from '../../../shared/errors.ts';
import type { S3Settings } from './open-s3.ts';

/** Buckets of the operator's S3 whose objects may be read as imagery. */
export type ArchiveBuckets = {
  /** `s3://bucket/` or `s3://bucket/prefix/`. */
  readonly places: readonly string[];
  readonly s3: S3Settings;
};

const idleMs = 60_000;

/** Gives the client for an object, which is made when the first is asked for; refuses what lies elsewhere. */
export function archiveClient(buckets: ArchiveBuckets | null): ((location: string) => Promise<S3Client>) | null {
  if (buckets === null) return null;
  const { places, s3 } = buckets;
  let client: Promise<S3Client> | null = null;
  return (location) => {
    if (!liesIn(places, location))
      throw new PlatformError('forbidden', `${location} is not in a bucket that imagery is read from`);
    client ??= connect(s3);
    return client;
  };
}

/** Servers over file systems take `..` for what it is there. */
export const liesIn = (places: readonly string[], location: string): boolean =>
  places.some((place) => location.startsWith(place)) && !/\/\.{1,2}(?:\/|$)/.test(location);

/** The library of S3 takes a while to load, and most archives are files. */
export async function connect({ endpoint, region, keys, isPathStyle }: S3Settings): Promise<S3Client> {
  const { createS3Client } = await import('./s3-client.ts');
  const style = isPathStyle ?? endpoint !== null;
  return createS3Client({ endpoint, region, isPathStyle: style, credentials: keys, isGuarded: false, idleMs });
}
