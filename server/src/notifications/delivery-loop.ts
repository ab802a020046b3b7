import { errorText } from '../shared/error-text.ts';
import type { Log } from '../shared/log.ts';

export type DeliveryLoop = {
  /** Starts a pass now, or right after the one that runs. */
  wake(): void;
  /** Starts nothing more and waits for what is on its way. */
  stop(): Promise<void>;
};

export type LoopOptions = {
  /** For the log: what failed when a pass does. */
  readonly name: string;
  readonly intervalMs: number;
  readonly log: Log;
};

/** Asked anew at each turn of a pass. */
export const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false;

/** Runs `pass` at once and then every `intervalMs`, one at a time. */
export function startDeliveryLoop(
  pass: (signal: AbortSignal) => Promise<unknown>,
  { name, intervalMs, log }: LoopOptions,
): DeliveryLoop {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (stopping.signal.aborted) return;
    if (running) {
      isWoken = true;
      return;
    }
    clearTimeout(timer);
    running = guardedPass().finally(afterPass);
  }

  async function guardedPass(): Promise<void> {
    try {
      await pass(stopping.signal);
    } catch (error) {
      log.error(`${name} pass failed`, { error: errorText(error) });
    }
  }

  function afterPass(): void {
    running = null;
    if (stopping.signal.aborted) return;
    if (isWoken) {
      isWoken = false;
      wake();
      return;
    }
    timer = setTimeout(wake, intervalMs).unref();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    clearTimeout(timer);
    await running;
  }

  wake();
  return { wake, stop };
}
