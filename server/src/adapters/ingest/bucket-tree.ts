import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { FileTree, FoundFile } from '../../ingest/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { nextPage } from '../buckets/s3/next-page.ts';
import { retry, usualPatience } from '../buckets/s3/retry.ts';

export type BucketPlace = {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */ readonly prefix: string;
};

export type BucketTree = FileTree & {
  /** All that lies there now, whatever it is. */
  look(relativePath: string): Promise<FoundFile>;
  list(): Promise<ReadonlyMap<string, FoundFile>>;
};

/** `s3://bucket/prefix`; null for what is no such place. */
export function readBucketPlace(text: string): BucketPlace | null {
  const match = /^s3:\/\/([^/]+)(?:\/+(.*))?$/is.exec(text);
  if (match === null) return null;
  const prefix = (match[2] ?? '').replace(/\/+$/, '');
  return { bucket: match[1]!, prefix: prefix === '' ? '' : `${prefix}/` };
}

export const urlOf = ({ bucket, prefix }: BucketPlace): string => `s3://${bucket}/${prefix}`;

const isImage = (path: string) => /\.tiff?$/i.test(path) && !/(?:^|\/)\./.test(path);

/** The GeoTIFFs below a prefix, listed by pages; what a listing says of an object is all that is asked of it. */
export function createBucketTree(client: S3Client, place: BucketPlace): BucketTree {
  const url = urlOf(place);
  let known: ReadonlyMap<string, FoundFile> | null = null;

  async function list(): Promise<ReadonlyMap<string, FoundFile>> {
    const found = new Map<string, FoundFile>();
    for await (const file of pagesOf(client, place, url)) found.set(file.relativePath, file);
    return (known = found);
  }

  return {
    list,
    async paths() {
      return [...(await list()).keys()].filter(isImage).sort();
    },
    async look(relativePath) {
      const file = (known ?? (await list())).get(relativePath);
      if (file === undefined) throw new PlatformError('not_found', 'is no object of the bucket any more');
      return file;
    },
    // What lies elsewhere is not asked for: an item of another place is not this one's to move.
    async exists(location) {
      if (!location.startsWith(url)) return true;
      return (known ?? (await list())).has(location.slice(url.length));
    },
  };
}

async function* pagesOf(client: S3Client, { bucket, prefix }: BucketPlace, url: string): AsyncGenerator<FoundFile> {
  for (let token: string | undefined; ;) {
    const asked = { Bucket: bucket, Prefix: prefix, ...(token === undefined ? {} : { ContinuationToken: token }) };
    const page = await retry({ label: bucket, patience: usualPatience, signal: undefined }, () =>
      client.send(new ListObjectsV2Command(asked)),
    );
    for (const { Key: key, Size: size, ETag: etag, LastModified: modified } of page.Contents ?? []) {
      if (key === undefined || key.endsWith('/')) continue;
      const relativePath = key.slice(prefix.length);
      yield {
        location: `${url}${relativePath}`,
        relativePath,
        byteLength: size ?? 0,
        modified: (modified ?? new Date(0)).toISOString(),
        ...(etag === undefined ? {} : { etag: etag.replaceAll('"', '') }),
      };
    }
    token = nextPage(page, token, bucket);
    if (token === undefined) return;
  }
}
