import { fileURLToPath } from 'node:url';
import type { LocalFiles } from '../../imagery/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { openLocalFile } from '../tiff/sources/local-file.ts';

/** Files below the folders of the archive, links followed. */
export function createLocalFiles(archiveRoots: readonly string[]): LocalFiles {
  return {
    open: async (location) => {
      const { source } = await openLocalFile(pathOf(location), location, archiveRoots);
      return source;
    },
  };
}

function pathOf(location: string): string {
  if (!location.startsWith('file:')) return location;
  try {
    return fileURLToPath(location);
  } catch {
    throw new PlatformError('invalid_parameters', `${location} is not a file URL of this machine`);
  }
}
