/** Lets one survey at a time hold many tiles, so that several large ones do not fill the thread's memory together. */
export type LargeTurns = {
  /** Resolves at once while a survey is small; a large one waits until no other is, or until its signal says stop. */
  wait(survey: object, heldTiles: number, signal: AbortSignal): Promise<void>;
  leave(survey: object): void;
};

export function createLargeTurns(mostSmall: number): LargeTurns {
  let holder: object | null = null;
  const waiting: (() => void)[] = [];
  const wakeAll = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  async function untilFree(signal: AbortSignal): Promise<void> {
    if (holder === null || signal.aborted) return;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return untilFree(signal);
  }
  return {
    async wait(survey, heldTiles, signal) {
      if (heldTiles <= mostSmall || holder === survey) return;
      signal.addEventListener('abort', wakeAll, { once: true });
      await untilFree(signal);
      signal.removeEventListener('abort', wakeAll);
      if (!signal.aborted) holder = survey;
    },
    leave(survey) {
      if (holder !== survey) return;
      holder = null;
      wakeAll();
    },
  };
}
