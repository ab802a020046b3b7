import { type Lanes, createLanes } from '../../shared/lanes.ts';

/** Runs the work when it is its owner's turn. */
export type OwnTurns = <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

type Line = { readonly lanes: Lanes; asked: number };

const refusal = { reason: 'too many selects of yours wait', retryAfterSeconds: 5 };

/** So many of one owner at a time: however many of them wait, others find room. */
export function createOwnTurns(atOnce: number, mostWaiting: number): OwnTurns {
  const lines = new Map<string, Line>();
  return async (owner, work, signal) => {
    const line = lines.get(owner) ?? { lanes: createLanes({ width: atOnce, mostWaiting, refusal }), asked: 0 };
    lines.set(owner, line);
    line.asked += 1;
    try {
      return await line.lanes(work, signal);
    } finally {
      line.asked -= 1;
      if (line.asked === 0) lines.delete(owner);
    }
  };
}
