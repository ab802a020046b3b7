import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../shared/log.ts';

const restMs = 1_000;

/** Has the writer do what is left to do, a chunk at a time between the writes of others; stops when it is told to. */
export function keepTending(tend: () => Promise<boolean>, log: Log): { isBusy(): boolean; close(): Promise<void> } {
  const stopping = new AbortController();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasMore = await tend().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return false;
        log.warn('the catalogue could not be tended', { error: String(error) });
        await setTimeout(restMs, null, { signal: stopping.signal, ref: false }).catch(() => {});
        return true;
      });
      if (!hasMore) return;
    }
  }

  let isBusy = true;
  const working = work().finally(() => (isBusy = false));
  return {
    isBusy: () => isBusy,
    async close() {
      stopping.abort();
      await working;
    },
  };
}
