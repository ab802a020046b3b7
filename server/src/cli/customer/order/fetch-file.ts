import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Client, findWrong, Hasher, OrderFile } from '@swath/client';

export type Fetched = 'fetched' | 'resumed' | 'there';

type Needs = {
  readonly orders: Client['orders'];
  readonly id: string;
  readonly signal: AbortSignal;
  readonly isWrong: typeof findWrong;
  readonly tookBytes: (bytes: number) => void;
};

/** SHA-256 by the system's own means: several times as fast as the client's. */
export function createNodeHasher(): Hasher {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
}

export const bytesOf = (path: string): AsyncIterable<Uint8Array> => createReadStream(path);

/** Goes on with what an earlier run left, checks all of it, and gives the file its name when it is whole. */
export async function fetchFile(file: OrderFile, path: string, needs: Needs): Promise<Fetched> {
  if (await isThere(file, path, needs)) return 'there';
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  const hasher = createNodeHasher();
  const from = await hashedStart(file, unfinished, hasher);
  const target = await open(unfinished, from === 0 ? 'w' : 'r+');
  try {
    let at = from;
    for await (const bytes of needs.orders.download(needs.id, file, { from, hasher, signal: needs.signal })) {
      for (let done = 0; done < bytes.length;)
        done += (await target.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      at += bytes.length;
      needs.tookBytes(bytes.length);
    }
    await target.sync();
  } catch (error) {
    // What is wrong at its end would be wrong after every resumption.
    if (error instanceof Error && error.name === 'ChecksumError') await rm(unfinished, { force: true });
    throw error;
  } finally {
    await target.close();
  }
  await rename(unfinished, path);
  return from === 0 ? 'fetched' : 'resumed';
}

/** A document of the order has no checksum of its own: it is fetched anew. */
async function isThere(file: OrderFile, path: string, { isWrong }: Needs): Promise<boolean> {
  if (file.sha256 === null || (await sizeOf(path)) !== file.size) return false;
  return (await isWrong(file, bytesOf(path), createNodeHasher())) === null;
}

async function hashedStart({ size, sha256 }: OrderFile, unfinished: string, hasher: Hasher): Promise<number> {
  const found = sha256 === null ? null : await sizeOf(unfinished);
  if (found === null || size === null || found > size) return 0;
  for await (const bytes of bytesOf(unfinished)) hasher.update(bytes);
  return found;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
