import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import type { ByteRange, OpenObject } from '../../../buckets/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';

const chunkBytes = 256 << 10;
// Without waiting: a pipe in the place of an object would never open.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Null when it is no file. */
export async function readObject(
  path: string,
  range: ByteRange | undefined,
  label: string,
): Promise<OpenObject | null> {
  const file = await open(path, flags);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return await file.close().then(() => null);
    const first = range?.offset ?? 0;
    if (range !== undefined && first >= facts.size)
      throw new PlatformError('range_not_satisfiable', { byteLength: facts.size });
    const end = Math.min(facts.size, first + (range?.length ?? facts.size));
    return { byteLength: facts.size, etag: null, body: piecesOf(file, first, end, label), close: () => file.close() };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

async function* piecesOf(
  file: FileHandle,
  first: number,
  end: number,
  label: string,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let at = first; at < end;) {
      const piece = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0)
        throw new BucketFault('unavailable', `an object of the bucket ${label} changed while it was read`);
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
