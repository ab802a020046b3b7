import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileTree } from '../../ingest/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { isBelow } from '../../shared/is-below.ts';
import { filesBelow } from './files-below.ts';

/** The GeoTIFFs below a folder. */
export function createFileTree(folder: string, archiveRoots: readonly string[]): FileTree {
  return {
    async paths() {
      const paths = await filesBelow(folder, (name) => /\.tiff?$/i.test(name));
      return paths.map((path) => relative(folder, path).split(sep).join('/'));
    },
    async look(relativePath) {
      const path = join(folder, relativePath);
      const found = await stat(path).catch(() => null);
      if (found === null || !found.isFile()) throw new PlatformError('not_found', 'is no file that can be read');
      if (!(await liesIn(path, archiveRoots)))
        throw new PlatformError('forbidden', 'lies outside of the folders of SWATH_ARCHIVE_ROOTS');
      const modified = found.mtime.toISOString();
      return { location: pathToFileURL(path).href, relativePath, byteLength: found.size, modified };
    },
    async exists(location) {
      // What lies elsewhere is not judged from here.
      if (!/^file:/i.test(location)) return true;
      const found = await stat(new URL(location)).catch(() => null);
      return found !== null;
    },
  };
}

/** By its name and wherever links lead, as it will be read. */
export async function liesIn(path: string, roots: readonly string[]): Promise<boolean> {
  if (!roots.some((root) => isBelow(root, path))) return false;
  const real = await realpath(path);
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  return realRoots.some((root) => root !== null && isBelow(root, real));
}

/** The path itself, else the nearest folder above that is there. */
export async function nearestThere(path: string): Promise<string> {
  const isThere = (await stat(path).catch(() => null)) !== null;
  return isThere || dirname(path) === path ? path : nearestThere(dirname(path));
}
