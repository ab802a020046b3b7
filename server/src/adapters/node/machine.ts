import { stat, statfs } from 'node:fs/promises';
import type { Machine } from '../../health/ports.ts';
import { secondMs } from '../../shared/clock.ts';
import { releaseVersion } from './release.ts';

type Places = { readonly dataFolder: string; readonly catalogueBytes: () => Promise<number> };

/** This process, its disk and its files. */
export const createMachine = ({ dataFolder, catalogueBytes }: Places): Machine => ({
  async read() {
    const { bavail, blocks, bsize } = await statfs(dataFolder);
    return {
      version: releaseVersion(),
      runtime: `Node ${process.versions.node}`,
      startedAtMs: Math.round(Date.now() - process.uptime() * secondMs),
      memoryBytes: process.memoryUsage.rss(),
      disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
      catalogueBytes: await catalogueBytes(),
    };
  },
});

export const bytesOfFiles = async (files: readonly string[]): Promise<number> =>
  (await Promise.all(files.map(byteLengthOf))).reduce((sum, size) => sum + size, 0);

/** The log comes and goes. */
const byteLengthOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
