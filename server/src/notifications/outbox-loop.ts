import { deliverOutbox, type DeliveryOptions, type DeliveryService } from './deliver-outbox.ts';

export type OutboxLoopOptions = Omit<DeliveryOptions, 'signal'> & { readonly intervalMs: number };

export type OutboxLoop = {
  /** Starts a pass now, or right after the one that runs. */
  wake(): void;
  /** Starts nothing more and waits for the mails that are on their way. */
  stop(): Promise<void>;
};

/** Delivers the outbox at once and then every `intervalMs`, one pass at a time. */
export function startOutboxLoop(service: DeliveryService, options: OutboxLoopOptions): OutboxLoop {
  const { intervalMs, ...delivery } = options;
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
    running = pass().finally(afterPass);
  }

  async function pass(): Promise<void> {
    try {
      await deliverOutbox(service, { ...delivery, signal: stopping.signal });
    } catch (error) {
      service.log.error('outbox pass failed', { error: error instanceof Error ? error.message : 'unknown failure' });
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
