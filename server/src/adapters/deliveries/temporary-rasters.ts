import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Projections } from '../../imagery/ports.ts';
import type { CutRasters } from '../../orders/delivery/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { isDiskFull } from '../node/full-disk.ts';
import { runCut } from '../tiff/write/run-cut.ts';
import { withImages } from '../tiff/write/with-images.ts';

const chunkBytes = 1 << 20;

/** Cuts into files of the folder that have no name: whatever ends this process, the space is given back. */
export function createTemporaryRasters(folder: string, projections: Projections): CutRasters {
  return {
    cut: (job, imagery, use, signal) =>
      withImages(imagery, job, async (images) => {
        const file = await nameless(folder).catch(explain);
        try {
          const sink = { write: (bytes: Uint8Array) => file.writeFile(bytes) };
          const made = await runCut(job, { ...images, projections, sink, spoolFolder: folder, signal }).catch(explain);
          return made === null ? null : await use({ ...made, bytes: () => bytesOf(file, made.byteLength) });
        } finally {
          await file.close();
        }
      }),
  };
}

async function nameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.tif`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function* bytesOf(file: FileHandle, byteLength: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < byteLength;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, byteLength - offset));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset);
    if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
    offset += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

const busy = new Set(['EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EACCES', 'EROFS', 'ENOENT', 'ESTALE']);

/** What the disk says, without a path of this machine: it may be another day tomorrow. */
function explain(cause: unknown): never {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  if (isDiskFull(cause) || code === 'EFBIG') throw unavailable('the service has no room left for temporary files');
  throw busy.has(code) ? unavailable('the service cannot use its disk now') : cause;
}

const unavailable = (reason: string) => new PlatformError('unavailable', reason);
