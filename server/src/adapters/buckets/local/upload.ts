import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { syncNames } from '../../node/sync-folder.ts';
import { type Directory, codeOf, inDirectory, openDirectory } from './directory.ts';

/** Within the bucket, because a file can be renamed only on its own disk; never listed. */
export const uploadsName = '.swath-uploads';

export type Upload = {
  readonly file: FileHandle;
  moveTo(directory: Directory, name: string): Promise<void>;
  isMoved(): boolean;
  discard(): Promise<void>;
};

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** A file beside the objects, which becomes one when it is moved. */
export async function startUpload(bucket: Directory): Promise<Upload> {
  const name = randomUUID();
  const { uploads, file } = await openNew(bucket, name);
  const end = async () => {
    await file.close();
    await uploads.handle.close();
    // Only the last one finds it empty.
    await rmdir(bucket.at(uploadsName)).catch(() => {});
  };
  let isMoved = false;
  return {
    file,
    isMoved: () => isMoved,
    moveTo: async (directory, leaf) => {
      await rename(uploads.at(name), directory.at(leaf));
      isMoved = true;
      await syncNames(directory);
      await end();
    },
    discard: async () => {
      await unlink(uploads.at(name)).catch(() => {});
      await end();
    },
  };
}

/** How often the folder may be taken away, by uploads that end, between its making and a file in it. */
const mostAttempts = 100;

async function openNew(
  bucket: Directory,
  name: string,
  attempt = 1,
): Promise<{ uploads: Directory; file: FileHandle }> {
  let uploads: Directory | null = null;
  try {
    await mkdir(bucket.at(uploadsName)).catch((cause: unknown) => {
      if (codeOf(cause) !== 'EEXIST') throw cause;
    });
    uploads = await openDirectory(bucket.at(uploadsName));
    return { uploads, file: await open(uploads.at(name), flags, 0o666) };
  } catch (cause) {
    await uploads?.handle.close();
    if (codeOf(cause) === 'ENOENT' && attempt < mostAttempts) return openNew(bucket, name, attempt + 1);
    // Not before another attempt: it would take the folder from under those that just made it.
    await rmdir(bucket.at(uploadsName)).catch(() => {});
    throw cause;
  }
}

/** Files that nobody has written to since. */
export async function sweepUploads(bucket: Directory, writtenBeforeMs: number): Promise<number> {
  try {
    return await inDirectory(bucket.at(uploadsName), async (uploads) => {
      let swept = 0;
      for (const name of await readdir(uploads.at('.'))) {
        const facts = await lstat(uploads.at(name)).catch(() => null);
        if (facts === null || facts.isDirectory() || facts.mtimeMs > writtenBeforeMs) continue;
        await unlink(uploads.at(name)).then(() => (swept += 1), ifGone);
      }
      return swept;
    });
  } catch (cause) {
    ifGone(cause);
    return 0;
  } finally {
    await rmdir(bucket.at(uploadsName)).catch(() => {});
  }
}

function ifGone(cause: unknown): void {
  if (codeOf(cause) !== 'ENOENT') throw cause;
}
