import type { ByteStream, PutObject, PutOptions } from '../../../buckets/ports.ts';
import { measureBody } from '../measure-body.ts';
import { type Directory, codeOf, descend, prune } from './directory.ts';
import { explain } from './explain.ts';
import { partsOf } from './key-parts.ts';
import { type Upload, startUpload } from './upload.ts';

/** How often a folder may be taken away by whoever deletes its last object, right before another is put into it. */
const mostAttempts = 100;

/** Into a file beside the objects, on the disk for sure, then by its name into its place. */
export async function putObject(
  bucket: Directory,
  label: string,
  key: string,
  body: ByteStream | Uint8Array,
  options: PutOptions,
): Promise<PutObject> {
  const onDisk = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw explain(cause, label);
    });
  const { chunks, facts } = measureBody(body, options);
  const upload = await onDisk(startUpload(bucket));
  try {
    for await (const chunk of chunks) await onDisk(upload.file.writeFile(chunk));
    await onDisk(upload.file.sync());
    await place(bucket, upload, key, label, options);
    return { ...facts(), etag: null };
  } catch (cause) {
    await upload.discard();
    await prune(bucket.at('.'), partsOf(key).folders).catch(() => {});
    throw cause;
  }
}

async function place(
  bucket: Directory,
  upload: Upload,
  key: string,
  label: string,
  { beforeCommit, signal }: PutOptions,
): Promise<void> {
  const { folders, leaf } = partsOf(key);
  for (let attempt = 1; ; attempt++) {
    const ifGone = (cause: unknown) => {
      if (codeOf(cause) !== 'ENOENT' || attempt === mostAttempts) throw explain(cause, label);
      return null;
    };
    const directory = await descend(bucket.at('.'), folders, { isMaking: true }).catch(ifGone);
    if (directory === null) continue;
    try {
      await beforeCommit?.();
      signal?.throwIfAborted();
      await upload.moveTo(directory, leaf).catch(ifGone);
      if (upload.isMoved()) return;
    } finally {
      await directory.handle.close();
    }
  }
}
