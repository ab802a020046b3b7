import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredTile } from './stored-tile.ts';

/** Encoded tiles on disk until their place in the file is known: memory holds none of them. */
export type Spool = { put(bytes: Uint8Array): Promise<StoredTile>; close(): Promise<void> };

export async function openSpool(folder: string): Promise<Spool> {
  const path = join(folder, `tiles-${randomUUID()}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  // Nobody finds it by name: whatever ends this process, the space is given back.
  await rm(path);
  let end = 0;
  return {
    put: async (bytes) => {
      const offset = end;
      end += bytes.length;
      await writeAll(file, bytes, offset);
      return spooledTile(file, offset, bytes.length);
    },
    close: () => file.close(),
  };
}

/** A function of its own: what is made where the bytes are at hand would hold them. */
const spooledTile = (file: FileHandle, offset: number, length: number): StoredTile => ({
  length,
  read: () => readAll(file, offset, length),
});

async function writeAll(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
  }
}

async function readAll(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw new Error('the spool is shorter than what was put there');
    done += bytesRead;
  }
  return bytes;
}
