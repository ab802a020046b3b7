import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PlatformError } from '../../shared/errors.ts';
import { type HttpJsonOptions, createHttpJson } from './http-json.ts';
import { isItemFile } from './open-source.ts';

export type Downloads = {
  /** The path of what lies there; what is fetched already is not fetched again. */
  fetch(url: string, isAnew: boolean): Promise<string>;
  remove(path: string): Promise<void>;
  close(): void;
};

type Options = Pick<HttpJsonOptions, 'arePrivateAllowed'> & { readonly folder: string; readonly mostBytes: number };

/** Whether an address names a file of items, which is read from disk so that it can be gone on with. */
export const isFileAddress = (url: string, kind: string | null): boolean =>
  kind === null ? isItemFile(new URL(url).pathname) : !['catalogue', 'api', 'geotiffs'].includes(kind);

const endingOf = (url: string): string => extname(new URL(url).pathname).toLowerCase();

/** Files of the web, fetched whole before they are read. */
export function createDownloads({ arePrivateAllowed, folder, mostBytes }: Options): Downloads {
  const http = createHttpJson({ arePrivateAllowed });
  return {
    async fetch(url, isAnew) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = createHash('sha256').update(url).digest('hex').slice(0, 32);
      const path = join(folder, `${name}${isItemFile(new URL(url).pathname) ? endingOf(url) : ''}`);
      if (!isAnew && (await stat(path).catch(() => null)) !== null) return path;
      const part = `${path}.part`;
      try {
        await http.readWith({ url, method: 'GET' }, async (body, announced) => {
          await requireRoom(folder, announced, mostBytes);
          await pipeline(bounded(body, mostBytes, url, folder), createWriteStream(part, { mode: 0o600, flush: true }));
        });
        await rename(part, path);
      } catch (error) {
        // Whoever tries again starts at the beginning.
        await rm(part, { force: true });
        throw error;
      }
      return path;
    },
    remove: (path) => rm(path, { force: true }),
    close: http.close,
  };
}

/** So much is left free, whatever comes: the databases are on the same disk. */
const keptFreeBytes = 256 * 1_024 * 1_024;

/** Throws where that many bytes are too many, or more than the disk has. */
export async function requireRoom(folder: string, byteLength: number, mostBytes: number): Promise<void> {
  if (byteLength > mostBytes)
    throw new PlatformError('request_too_large', `more than ${mostBytes} bytes (SWATH_INGEST_UPLOAD_LIMIT)`);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - byteLength < keptFreeBytes)
    throw new PlatformError('unavailable', 'the disk of the data folder has no room for it');
}

const lookEveryBytes = 16 * 1_024 * 1_024;

/** The same chunks, as long as they are not too many. */
export async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
  name: string,
  /** Whose disk they go to; null for none of this machine. */
  folder: string | null,
): AsyncGenerator<Uint8Array> {
  let [bytes, looked] = [0, 0];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new PlatformError(
        'request_too_large',
        `${name} has more than ${mostBytes} bytes (SWATH_INGEST_UPLOAD_LIMIT)`,
      );
    if (folder !== null && bytes - looked >= lookEveryBytes) {
      looked = bytes;
      await requireRoom(folder, 0, mostBytes);
    }
    yield chunk;
  }
}
