import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PlatformError } from '../../shared/errors.ts';
import { freeBytesIn } from '../node/free-bytes.ts';
import { explainFullDisk } from '../node/full-disk.ts';
import { type HttpJsonOptions, createHttpJson } from './http-json.ts';
import { isItemFile } from './open-source.ts';

export type Downloads = {
  /** The path of what lies there; what is fetched already is not fetched again. */
  fetch(url: string, isAnew: boolean): Promise<string>;
  remove(path: string): Promise<void>;
  close(): void;
};

/** How large what comes may be, and how much of the disk stays free beside it: the databases are on the same one. */
export type RoomLimits = { readonly mostBytes: number; readonly leastFreeBytes: number };

type Options = Pick<HttpJsonOptions, 'arePrivateAllowed'> & RoomLimits & { readonly folder: string };

/** Whether an address names a file of items, which is read from disk so that it can be gone on with. */
export const isFileAddress = (url: string, kind: string | null): boolean =>
  kind === null ? isItemFile(new URL(url).pathname) : !['catalogue', 'api', 'geotiffs'].includes(kind);

const endingOf = (url: string): string => extname(new URL(url).pathname).toLowerCase();

/** Files of the web, fetched whole before they are read. */
export function createDownloads({ arePrivateAllowed, folder, ...limits }: Options): Downloads {
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
          await requireRoom(folder, announced, limits);
          await pipeline(bounded(body, limits, url, folder), createWriteStream(part, { mode: 0o600, flush: true }));
        });
        await rename(part, path);
      } catch (error) {
        // Whoever tries again starts at the beginning.
        await rm(part, { force: true });
        throw explainFullDisk(error);
      }
      return path;
    },
    remove: (path) => rm(path, { force: true }),
    close: http.close,
  };
}

/** Throws where that many bytes are too many, or more than the disk has. */
export async function requireRoom(folder: string, byteLength: number, limits: RoomLimits): Promise<void> {
  if (byteLength > limits.mostBytes)
    throw new PlatformError('request_too_large', `more than ${limits.mostBytes} bytes (SWATH_INGEST_UPLOAD_LIMIT)`);
  if ((await freeBytesIn(folder)) - byteLength < limits.leastFreeBytes)
    throw new PlatformError('disk_low', {
      reason: 'the disk of the service has no room for it (SWATH_DISK_LOW_MB)',
      retryAfterSeconds: 60,
    });
}

const lookEveryBytes = 16 * 1_024 * 1_024;

/** The same chunks, as long as they are not too many. */
export async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  limits: RoomLimits,
  name: string,
  /** Whose disk they go to; null for none of this machine. */
  folder: string | null,
): AsyncGenerator<Uint8Array> {
  let [bytes, looked] = [0, 0];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limits.mostBytes)
      throw new PlatformError(
        'request_too_large',
        `${name} has more than ${limits.mostBytes} bytes (SWATH_INGEST_UPLOAD_LIMIT)`,
      );
    if (folder !== null && bytes - looked >= lookEveryBytes) {
      looked = bytes;
      await requireRoom(folder, 0, limits);
    }
    yield chunk;
  }
}
