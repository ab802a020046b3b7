import { fileURLToPath } from 'node:url';
import type { S3Client } from '@aws-sdk/client-s3';
import { PlatformError } from '../../../shared/errors.ts';
import { type HttpOptions, openHttpFile } from './http-file.ts';
import type { HttpTransport } from './http-transport.ts';
import { openLocalFile } from './local-file.ts';
import type { OpenedSource } from './range-source.ts';

export type SourceOptions = {
  /** Folders whose files may be read; `/` for all. */
  readonly localRoots: readonly string[];
  readonly http: HttpOptions & { readonly transport: HttpTransport };
  /** The client for an object; without it, `s3://` is refused. */
  readonly s3: ((location: string) => Promise<S3Client>) | null;
};

/** A path, `file://`, `http(s)://` or `s3://bucket/key`. */
export async function openSource(location: string, options: SourceOptions): Promise<OpenedSource> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1]?.toLowerCase();
  switch (scheme) {
    case undefined:
      return openLocalFile(location, location, options.localRoots);
    case 'file':
      return openLocalFile(pathOf(location), location, options.localRoots);
    case 'http':
    case 'https':
      if (!URL.canParse(location)) throw new PlatformError('invalid_parameters', `${location} is not a URL`);
      return openHttpFile(location, options.http);
    case 's3':
      if (options.s3 === null) throw new PlatformError('invalid_parameters', 's3:// is not set up on this service');
      return openFromBucket(await options.s3(location), location);
    default:
      throw new PlatformError('invalid_parameters', `${scheme}:// is not a place that imagery is read from`);
  }
}

/** The library of S3 takes a while to load, and most archives are files. */
async function openFromBucket(client: S3Client, location: string): Promise<OpenedSource> {
  const { openS3Object } = await import('./s3-object.ts');
  return openS3Object(client, location);
}

function pathOf(location: string): string {
  try {
    return fileURLToPath(location);
  } catch {
    throw new PlatformError('invalid_parameters', `${location} is not a file URL of this machine`);
  }
}
