import { readdirSync, readlinkSync } from 'node:fs';

/** Files below a folder that this process has open, under a name or without one; where the system tells. */
export const openFilesBelow = (folder: string): readonly string[] =>
  process.platform === 'linux'
    ? readdirSync('/proc/self/fd')
        .map(targetOf)
        .filter((path) => path.startsWith(folder))
    : [];

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
