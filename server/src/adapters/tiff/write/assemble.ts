import { createHash } from 'node:crypto';
import type { CogLayout } from './lay-out.ts';
import type { StoredTile } from './stored-tile.ts';

/** Where a file goes, piece by piece; the bytes are the sink's until it is done with them, not longer. */
export type ByteSink = { write(bytes: Uint8Array): Promise<void> };

export type WrittenCog = { readonly byteLength: number; readonly sha256: string };

/** Tiles that are fetched before they are needed; more only takes memory. */
const ahead = 4;
const chunkBytes = 1 << 20;

/** Writes the file once, from its first byte to its last, and says what it is. */
export async function assemble(
  { head, order, byteLength }: CogLayout,
  sink: ByteSink,
  signal?: AbortSignal,
): Promise<WrittenCog> {
  const hash = createHash('sha256');
  const send = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await sink.write(bytes);
  };
  await send(head);
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  const flush = async () => {
    await send(chunk.subarray(0, filled));
    filled = 0;
  };
  for await (const bytes of inOrder(order)) {
    signal?.throwIfAborted();
    const framed = bytes.length + 8;
    if (filled + framed > chunk.length) {
      await flush();
      if (framed > chunk.length) chunk = Buffer.allocUnsafe(framed);
    }
    chunk.writeUInt32LE(bytes.length, filled);
    chunk.set(bytes, filled + 4);
    // A tile of less than four bytes, as a damaged source may have, leaves the rest of its trailer zero.
    chunk.writeUInt32LE(0, filled + 4 + bytes.length);
    chunk.set(bytes.subarray(-4), filled + 4 + bytes.length);
    filled += framed;
  }
  await flush();
  return { byteLength, sha256: hash.digest('hex') };
}

async function* inOrder(order: readonly StoredTile[]): AsyncGenerator<Uint8Array> {
  const coming: Promise<Uint8Array>[] = [];
  for (let next = 0, done = 0; done < order.length; done++) {
    while (next < order.length && coming.length < ahead) {
      const read = order[next++]!.read();
      // Whoever fails first is heard below; the others must not be failures that nobody hears.
      read.catch(() => undefined);
      coming.push(read);
    }
    const bytes = await coming.shift()!;
    if (bytes.length !== order[done]!.length) throw new Error('a tile changed its length');
    yield bytes;
  }
}
