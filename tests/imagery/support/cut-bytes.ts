import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ByteSink, WrittenCog } from '../../../server/src/adapters/tiff/write/assemble.ts';
import { type CutOptions, cutCog } from '../../../server/src/adapters/tiff/write/cut-cog.ts';
import { type WriteOptions, writeCog } from '../../../server/src/adapters/tiff/write/write-cog.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';
import type { Raster } from '../../../server/src/imagery/raster.ts';

export type MadeFile = WrittenCog & { readonly bytes: Buffer };

/** A folder for as long as something runs; whatever is left in it then is a fault. */
export async function inSpoolFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-spool-'));
  try {
    const outcome = await run(folder);
    if (readdirSync(folder).length > 0) throw new Error('the spool folder is not empty');
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Keeps what is written; copies it, for the writer uses its memory again. */
export function memorySink() {
  const parts: Buffer[] = [];
  const sink: ByteSink = {
    write: (bytes) => {
      parts.push(Buffer.from(bytes));
      return Promise.resolve();
    },
  };
  return { sink, bytes: () => Buffer.concat(parts) };
}

type Unspooled<T> = Omit<T, 'spoolFolder'>;

export const cutBytes = (image: OpenImage, options: Unspooled<CutOptions>): Promise<MadeFile> =>
  made((sink, spoolFolder) => cutCog(image, sink, { ...options, spoolFolder }));

export const rasterBytes = (raster: Raster, options: Unspooled<WriteOptions>): Promise<MadeFile> =>
  made((sink, spoolFolder) => writeCog(raster, sink, { ...options, spoolFolder }));

const made = (make: (sink: ByteSink, spoolFolder: string) => Promise<WrittenCog>): Promise<MadeFile> =>
  inSpoolFolder(async (folder) => {
    const { sink, bytes } = memorySink();
    const written = await make(sink, folder);
    return { ...written, bytes: bytes() };
  });
