import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Takes bytes one piece after the other. */
type Sink = { write(bytes: Uint8Array): Promise<void> };

/** Writes a file that is whole, on disk and under its name, or not there at all; so it is where nothing came of it (null). */
export async function writeWhole<T>(path: string, write: (sink: Sink) => Promise<T>, mode?: number): Promise<T> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', mode);
  try {
    const outcome = await write({ write: (bytes) => file.writeFile(bytes) });
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
