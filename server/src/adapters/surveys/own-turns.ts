import { PlatformError } from '../../shared/errors.ts';
import { removeFrom } from '../threads/remove-from.ts';

/** Runs the work when it is its owner's turn. */
export type OwnTurns = <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

type Line = { running: number; readonly waiting: (() => void)[] };

/** So many of one owner at a time: however many of them wait, others find room. */
export function createOwnTurns(atOnce: number, mostWaiting: number): OwnTurns {
  const lines = new Map<string, Line>();
  return async (owner, work, signal) => {
    const line = lines.get(owner) ?? { running: 0, waiting: [] };
    lines.set(owner, line);
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length < mostWaiting) await turnIn(line, signal);
    else throw new PlatformError('unavailable', { reason: 'too many selects of yours wait', retryAfterSeconds: 5 });
    try {
      return await work();
    } finally {
      // Whoever is next has its place.
      const next = line.waiting.shift();
      if (next === undefined) line.running -= 1;
      else next();
      if (line.running === 0) lines.delete(owner);
    }
  };
}

function turnIn({ waiting }: Line, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      removeFrom(waiting, begin);
      reject(signal!.reason as Error);
    };
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
