import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../../buckets/ports.ts';
import type { JobFiles } from '../../ingest/jobs/ports.ts';
import { type RoomLimits, bounded } from './download.ts';

/** Jobs of this home are run by whatever node is free. */
const sharedHome = 'shared';
const uploadScheme = 'managed:';

const folderOf = (id: string): string => `ingest/${id}/`;
const rejectsKey = (id: string): string => `${folderOf(id)}rejects.ndjson`;

type OpenBucket = () => Promise<Bucket>;

/** For many nodes on one database: any of them runs a job, but for an upload that lies on the disk of one. */
export const amongNodes = (files: JobFiles): JobFiles => ({
  ...files,
  home: sharedHome,
  homes: [sharedHome, ...files.homes],
});

/** Uploads and rejects lie in a bucket, where every node finds them. */
export function inBucket(files: JobFiles, open: OpenBucket, limits: RoomLimits): JobFiles {
  const using = async <T>(use: (bucket: Bucket) => Promise<T>): Promise<T> => {
    const bucket = await open();
    try {
      return await use(bucket);
    } finally {
      bucket.close();
    }
  };
  const removeAll = (id: string, isMeant: (key: string) => boolean) =>
    using(async (bucket) => {
      for await (const { key } of bucket.list(folderOf(id))) if (isMeant(key)) await bucket.delete(key);
    });
  return {
    ...files,
    uploadHome: files.home,
    takeUpload: (id, ending, body, announced) =>
      using(async (bucket) => {
        const key = `${folderOf(id)}upload.${ending}`;
        const length = announced === null ? {} : { byteLength: announced };
        const whole = bounded(body, limits, 'the body', null);
        await bucket.put(key, whole, { contentType: 'application/octet-stream', ...length });
        return `${uploadScheme}${key}`;
      }),
    async forgetUpload(id) {
      await files.forgetUpload(id);
      await removeAll(id, (key) => key !== rejectsKey(id));
    },
    rejects: async (id) =>
      (await files.rejects(id)) ??
      using(async (bucket) => {
        const facts = await bucket.head(rejectsKey(id));
        return facts === null
          ? null
          : { byteLength: facts.byteLength, read: (start, end) => readPart(open, id, start, end) };
      }),
    async remove(id) {
      await files.remove(id);
      await removeAll(id, () => true);
    },
  };
}

async function* readPart(open: OpenBucket, id: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const bucket = await open();
  try {
    yield* (await bucket.get(rejectsKey(id), { range: { offset: start, length: end - start } })).body;
  } finally {
    bucket.close();
  }
}

export const isInBucket = (place: string): boolean => place.startsWith(uploadScheme);

/** Brings an upload to this node, once; where it lies here. */
export async function fetchUpload(bucket: Bucket, place: string, folder: string): Promise<string> {
  const key = place.slice(uploadScheme.length);
  const path = join(folder, basename(key));
  const present = await stat(path).catch(() => null);
  if (present !== null && present.size === (await bucket.head(key))?.byteLength) return path;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { body } = await bucket.get(key);
  await pipeline(body, createWriteStream(`${path}.part`, { mode: 0o600 }));
  await rename(`${path}.part`, path);
  return path;
}

/** Whoever asks another node for what was rejected finds it. */
export async function keepRejects(bucket: Bucket, id: string, file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null || found.size === 0) return;
  await bucket.put(rejectsKey(id), createReadStream(file), {
    contentType: 'application/x-ndjson',
    byteLength: found.size,
  });
}
