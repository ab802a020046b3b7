import { lstat, realpath, unlink } from 'node:fs/promises';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import type { Bucket } from '../../../buckets/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { type Directory, codeOf, descend, prune } from './directory.ts';
import { explain } from './explain.ts';
import { partsOf, requireOwnKey } from './key-parts.ts';
import { listObjects } from './list-objects.ts';
import { putObject } from './put-object.ts';
import { readObject } from './read-object.ts';
import { sweepProbes } from './sweep-probes.ts';
import { sweepUploads } from './upload.ts';

export type LocalPlace = {
  readonly label: string;
  readonly identity: string;
  /** The operator's word: links in it are followed. */
  readonly root: string;
  /** From there to the bucket: links are not. */
  readonly folders: readonly string[];
};

const missing = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EISDIR', 'ENXIO'];
const isMissing = (cause: unknown) => missing.includes(codeOf(cause) ?? '');

/** Objects are files of a directory; each use goes down from the root anew. */
export function createLocalBucket({ label, identity, root, folders }: LocalPlace): Bucket {
  const open = async (): Promise<Directory> => {
    try {
      return await descend(await realpath(root), folders);
    } catch (cause) {
      throw isMissing(cause) ? new BucketFault('exists', `there is no bucket ${label}`) : explain(cause, label);
    }
  };
  const inBucket = async <T>(work: (bucket: Directory) => Promise<T>): Promise<T> => {
    const bucket = await open();
    try {
      return await work(bucket);
    } catch (cause) {
      throw explain(cause, label);
    } finally {
      await bucket.handle.close();
    }
  };
  /** Null where there is no such file. */
  const atKey = async <T>(
    key: string,
    signal: AbortSignal | undefined,
    work: (path: string, bucket: Directory) => Promise<T>,
  ) => {
    requireOwnKey(key);
    signal?.throwIfAborted();
    return inBucket((bucket) => besideKey(bucket, key, (path) => work(path, bucket)));
  };

  return {
    label,
    identity,
    folder: folders.slice(1).join('/'),
    put: async (key, body, options) => {
      requireOwnKey(key);
      const bucket = await open();
      try {
        // Not explained as a whole: the source of the body may fail on a disk too.
        return await putObject(bucket, label, key, body, options);
      } finally {
        await bucket.handle.close();
      }
    },
    get: async (key, { range, signal } = {}) => {
      const found = await atKey(key, signal, (path) => readObject(path, range, label));
      if (found === null) throw new BucketFault('object', `there is no object ${key} in the bucket ${label}`);
      return found;
    },
    head: async (key, signal) => {
      const facts = await atKey(key, signal, (path) => lstat(path));
      return facts?.isFile() === true ? { byteLength: facts.size, etag: null } : null;
    },
    async *list(prefix, signal) {
      const bucket = await open();
      try {
        for await (const each of listObjects(bucket.at('.'), '', prefix)) {
          signal?.throwIfAborted();
          yield each;
        }
      } catch (cause) {
        throw explain(cause, label);
      } finally {
        await bucket.handle.close();
      }
    },
    delete: async (key, signal) => {
      await atKey(key, signal, async (path, bucket) => {
        if (!(await lstat(path)).isFile()) return;
        await unlink(path);
        await prune(bucket.at('.'), partsOf(key).folders).catch(() => {});
      });
    },
    sweepAbandoned: ({ prefix, olderThanMs }) =>
      inBucket(async (bucket) => {
        const beforeMs = Date.now() - olderThanMs;
        return (await sweepUploads(bucket, beforeMs)) + (await sweepProbes(bucket, prefix, beforeMs));
      }),
    policyFor: () => null,
    close: () => {},
  };
}

async function besideKey<T>(bucket: Directory, key: string, work: (path: string) => Promise<T>): Promise<T | null> {
  const { folders, leaf } = partsOf(key);
  let directory: Directory | null = null;
  try {
    directory = await descend(bucket.at('.'), folders);
    return await work(directory.at(leaf));
  } catch (cause) {
    if (!(cause instanceof PlatformError) && isMissing(cause)) return null;
    throw cause;
  } finally {
    await directory?.handle.close();
  }
}
