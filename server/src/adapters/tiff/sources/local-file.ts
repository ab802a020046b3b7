import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { refuseChanged } from '../../../imagery/refuse.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { isBelow } from '../../../shared/is-below.ts';
import { type OpenedSource, type RangeSource, headBytes } from './range-source.ts';

/** A file below one of the roots, itself and wherever links lead. */
export async function openLocalFile(path: string, location: string, roots: readonly string[]): Promise<OpenedSource> {
  // Before the disk is asked: what lies elsewhere is not even known to exist.
  if (!isAbsolute(path) || !roots.some((root) => isBelow(root, resolve(path)))) throw refuse(location);
  const file = await openBelow(path, location, roots).catch((cause: unknown) => {
    throw explain(cause, location);
  });
  try {
    const source = await describe(file, location);
    return { source, head: await source.read(0, Math.min(headBytes, source.byteLength)) };
  } catch (cause) {
    await file.close();
    throw explain(cause, location);
  }
}

async function openBelow(path: string, location: string, roots: readonly string[]): Promise<FileHandle> {
  const real = await realpath(path);
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  if (!realRoots.some((root) => root !== null && isBelow(root, real))) throw refuse(location);
  return open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

const refuse = (location: string) =>
  new PlatformError('forbidden', `${location} is not in a folder that imagery is read from`);

async function describe(file: FileHandle, location: string): Promise<RangeSource> {
  const opened = await file.stat();
  if (!opened.isFile()) throw new PlatformError('invalid_parameters', `${location} is not a file`);
  return {
    location,
    version: `${opened.dev}-${opened.ino}-${opened.size}-${opened.mtimeMs}`,
    byteLength: opened.size,
    isRemote: false,
    read: async (offset, length) => {
      const bytes = Buffer.allocUnsafeSlow(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw refuseChanged(location);
        filled += bytesRead;
      }
      const now = await file.stat();
      if (now.size !== opened.size || now.mtimeMs !== opened.mtimeMs) throw refuseChanged(location);
      return bytes;
    },
    close: () => file.close(),
  };
}

function explain(cause: unknown, location: string): unknown {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new PlatformError('not_found', `there is no file ${location}`);
  if (code === 'EISDIR') return new PlatformError('invalid_parameters', `${location} is not a file`);
  if (code === 'EACCES' || code === 'EPERM') return new PlatformError('forbidden', `${location} may not be read`);
  return cause;
}
