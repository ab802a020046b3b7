/** Lets a few run at a time, first come first served but for those that go before all; after one has failed, nobody starts. */
export type Gate = <T>(run: () => Promise<T>, place?: 'behind' | 'before') => Promise<T>;

export function createGate(most: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  let failure: { readonly cause: unknown } | null = null;
  return async (run, place = 'behind') => {
    if (running >= most) {
      await new Promise<void>(
        (resolve) => void (place === 'before' ? waiting.unshift(resolve) : waiting.push(resolve)),
      );
    } else running += 1;
    try {
      if (failure !== null) throw failure.cause;
      return await run();
    } catch (cause) {
      failure ??= { cause };
      throw cause;
    } finally {
      const next = waiting.shift();
      // The place goes from hand to hand: nobody who comes now can slip in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Waits for all, also after one has failed: what they use may be closed then. */
export async function allDone<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
