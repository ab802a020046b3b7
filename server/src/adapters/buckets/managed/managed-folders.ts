import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManagedFolders } from '../../../orders/ports.ts';

/** The managed bucket as it lies on the disk: a folder for each order. */
export function createManagedFolders(dataFolder: string): ManagedFolders {
  const root = join(dataFolder, 'managed');
  return {
    async names() {
      const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory() && isOrderId(entry.name)).map(({ name }) => name);
    },
    async facts(name) {
      const folder = join(root, name);
      const paths = await readdir(folder, { recursive: true }).catch(() => []);
      const found = await Promise.all([folder, ...paths.map((path) => join(folder, path))].map(factsOf));
      const files = found.filter((each) => each?.isFile());
      return {
        touchedAtMs: Math.max(...found.map((each) => each?.mtimeMs ?? 0)),
        files: files.length,
        byteLength: files.reduce((sum, each) => sum + each!.size, 0),
      };
    },
    remove: (name) => rm(join(root, name), { recursive: true, force: true }),
  };
}

/** Nothing else that lies there is taken for an order's. */
const isOrderId = (name: string): boolean => /^\d{1,20}$/.test(name);

const factsOf = (path: string) => stat(path).catch(() => null);
