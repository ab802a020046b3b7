/** One search every so often, whether or not the last one is answered: what a busy store makes people wait. */
export const paceMs = 5;

/** The waits in ms of searches that are asked for the given time or as long as the work takes. */
export type Paced = (leastMs: number, work: () => Promise<void>) => Promise<readonly number[]>;

/** The waits in ms of calls made in turn, for the given time or as long as the work takes. */
export async function paced(
  calls: readonly (() => Promise<unknown>)[],
  leastMs: number,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  const waits: Promise<number>[] = [];
  const end = { isOver: false };
  const least = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  const ended = Promise.all([work(), least]).finally(() => (end.isOver = true));
  for (let turn = 0; !end.isOver; turn++) {
    waits.push(waitOf(calls[turn % calls.length]!));
    await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  await ended;
  return Promise.all(waits);
}

async function waitOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}
