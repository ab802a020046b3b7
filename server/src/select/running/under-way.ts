import { secondMs } from '../../shared/clock.ts';

/** One that does not listen must not keep the service from stopping. */
const patienceMs = 2 * secondMs;

/** The selects that are surveyed in this process after their caller was told to come back. */
export type SurveysUnderWay = {
  /** `work` never fails; `stop` makes it end soon. */
  add(id: string, stop: AbortController, work: Promise<void>): void;
  ids(): readonly string[];
  /** Stops them all, waits for them a while, and says which they were. */
  stop(): Promise<readonly string[]>;
};

export function createSurveysUnderWay(): SurveysUnderWay {
  const running = new Map<string, { readonly stop: AbortController; readonly work: Promise<void> }>();
  return {
    add(id, stop, work) {
      running.set(id, { stop, work });
      void work.finally(() => running.delete(id));
    },
    ids: () => [...running.keys()],
    async stop() {
      const stopped = [...running];
      for (const [, { stop }] of stopped) stop.abort();
      const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());
      await Promise.race([Promise.all(stopped.map(([, { work }]) => work)), patience]);
      return stopped.map(([id]) => id);
    },
  };
}
