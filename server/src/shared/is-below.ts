import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder or lies in it, by names alone: links are for the caller to follow. */
export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
