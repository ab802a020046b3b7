import type { S3Client } from '@aws-sdk/client-s3';
import type { Samples } from '../../imagery/pixels.ts';
import type { ImageryReader, OpenImage } from '../../imagery/ports.ts';
import { createByteCache } from './byte-cache.ts';
import { createFileBytes } from './file-bytes.ts';
import { openTiff } from './open-tiff.ts';
import { type HttpOptions, httpDefaults } from './sources/http-file.ts';
import { createHttpTransport } from './sources/http-transport.ts';
import { type SourceOptions, openSource } from './sources/open-source.ts';

export type TiffReaderOptions = {
  /** Folders whose files may be read, links followed; none when absent. */
  readonly localRoots?: readonly string[];
  readonly cacheBytes?: number;
  /** For decoded blocks, where windows that are read overlap or cut blocks; none when absent. */
  readonly decodedBytes?: number;
  readonly http?: Partial<HttpOptions>;
  /** For whoever may read all that this client may. */
  readonly s3?: S3Client;
  /** The client for an object, or a refusal; without both, `s3://` is refused. */
  readonly s3For?: SourceOptions['s3'];
};

const defaultCacheBytes = 64 * 1024 * 1024;

/** Reads GeoTIFFs, cloud optimized or not, from files, HTTP servers and buckets. All of them share one cache of bytes. */
export function createTiffReader(options: TiffReaderOptions = {}): ImageryReader {
  const cache = createByteCache(options.cacheBytes ?? defaultCacheBytes);
  const decoded = createByteCache<Samples>(options.decodedBytes ?? 0);
  const http = { ...httpDefaults, ...options.http };
  const transport = createHttpTransport(http.isAllowedAddress);
  const sources = { localRoots: options.localRoots ?? [], http: { ...http, transport }, s3: clientsOf(options) };
  const open = async (location: string): Promise<OpenImage> => {
    const opened = await openSource(location, sources);
    try {
      return await openTiff(opened.source, createFileBytes(opened, cache), decoded);
    } catch (cause) {
      await opened.source.close();
      throw cause;
    }
  };
  return { open };
}

function clientsOf({ s3, s3For = null }: TiffReaderOptions): SourceOptions['s3'] {
  return s3 ? () => Promise.resolve(s3) : s3For;
}
