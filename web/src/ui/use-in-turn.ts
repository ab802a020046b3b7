import { useRef } from 'react';

/**
 * Does a work whenever it is asked for, but never twice at a time: what is asked for meanwhile is done once, behind it.
 * Where the work takes longer than the pause between two events, each would else throw away what the one before began.
 */
export function useInTurn(work: () => Promise<unknown>): () => void {
  const latest = useRef(work);
  latest.current = work;
  const turn = useRef({ isBusy: false, isAskedAgain: false });

  async function run(): Promise<void> {
    turn.current.isBusy = true;
    do {
      turn.current.isAskedAgain = false;
      await latest.current();
    } while (turn.current.isAskedAgain);
    turn.current.isBusy = false;
  }

  return () => {
    if (turn.current.isBusy) turn.current.isAskedAgain = true;
    else void run();
  };
}
