import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of this process within one that several share; those of processes that are gone are removed. */
export function ownFolder(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent))
    if (/^\d+$/.test(name) && (Number(name) === process.pid || !isAlive(Number(name))))
      rmSync(join(parent, name), { recursive: true, force: true });
  const own = join(parent, String(process.pid));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
