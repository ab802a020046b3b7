import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const chunkBytes = 262_144;

/** Bytes that are put away in a file until all of them are known. */
export type Spool = {
  readonly bytes: number;
  put(...parts: readonly Uint8Array[]): void;
  /** From the beginning, in chunks that are good until the next one. */
  read(): Iterable<Buffer>;
  close(): void;
};

export function createSpool(folder: string): Spool {
  const path = join(folder, `${randomUUID()}.spool`);
  const file = openSync(path, 'wx+', 0o600);
  // Where the system allows it the file has no name from here on, whatever becomes of the process.
  rmSync(path, { force: true });
  const room = Buffer.allocUnsafe(chunkBytes);
  let [used, written] = [0, 0];

  function write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, written + at);
    written += bytes.length;
  }

  function flush(): void {
    write(room.subarray(0, used));
    used = 0;
  }

  return {
    get bytes() {
      return written + used;
    },
    put(...parts) {
      for (const part of parts) {
        if (used + part.length > room.length) flush();
        if (part.length > room.length) {
          write(part);
          continue;
        }
        room.set(part, used);
        used += part.length;
      }
    },
    *read() {
      flush();
      for (let at = 0; at < written;) {
        const length = readSync(file, room, 0, chunkBytes, at);
        if (length === 0) return;
        at += length;
        yield room.subarray(0, length);
      }
    },
    close: () => closeSync(file),
  };
}

/** Pieces that were put with their length before them, whole again. */
export function* pieces(chunks: Iterable<Buffer>): Iterable<Buffer> {
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + 4 <= all.length; at += 4 + all.readUInt32LE(at)) {
      const end = at + 4 + all.readUInt32LE(at);
      if (end > all.length) break;
      yield all.subarray(at + 4, end);
    }
    rest = Buffer.from(all.subarray(at));
  }
}
