import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Half as nice as can be: it goes on while others work, with what they leave. */
const usualNiceness = 10;

/** Lets other threads go first, where the system can tell one thread from another. */
export function lowerPriority(niceness: number = usualNiceness): void {
  try {
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    if (Number.isInteger(thread)) setPriority(thread, niceness);
  } catch {
    // Elsewhere it works as urgently as all others.
  }
}
