import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of this process within one that several share; those of processes that are gone are removed. */
export function ownFolder(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeDeadFolders(parent);
  const own = join(parent, String(process.pid));
  // Another process had this number before.
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { mode: 0o700 });
  return own;
}

/** After those who wrote there have ended. What cannot be removed is left to the next start. */
export function leaveFolder(own: string): void {
  try {
    rmSync(own, { recursive: true, force: true });
  } catch {
    // A disk that can only be read: nobody needs the files, and a stop must not fail for them.
  }
}

/** How many there were. */
export function removeDeadFolders(parent: string): number {
  const dead = deadFolders(parent);
  for (const folder of dead) rmSync(folder, { recursive: true, force: true });
  return dead.length;
}

/** Of processes that are gone. */
export const deadFolders = (parent: string): readonly string[] =>
  readdirSync(parent)
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && !isAlive(Number(name)))
    .map((name) => join(parent, name));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
