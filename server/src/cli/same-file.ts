import { statSync } from 'node:fs';

/** Whether both are one file, by whatever name or link. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(factsOf);
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** What is no path may be too long for one. */
function factsOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
