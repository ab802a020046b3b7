import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ByteSink } from './assemble.ts';

/** Writes a file that is whole, on disk and under its name, or not there at all; so it is where nothing came of it (null). */
export async function writeWhole<T>(path: string, write: (sink: ByteSink) => Promise<T>, mode?: number): Promise<T> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', mode);
  try {
    const sink: ByteSink = {
      write: async (bytes) => {
        for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten;
      },
    };
    const outcome = await write(sink);
    await file.sync();
    await file.close();
    if (outcome === null) await rm(unfinished);
    else await rename(unfinished, path);
    await syncFolder(dirname(path));
    return outcome;
  } catch (cause) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw cause;
  }
}

/** Else a name may be gone after the power was. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
