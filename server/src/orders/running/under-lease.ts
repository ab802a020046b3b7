/** Work that is done under leases, each with a way to stop it. */
export type UnderLease<Lease> = {
  readonly size: number;
  leases(): readonly Lease[];
  /** `work` never fails. Resolves when it is done and no longer among these. */
  add(lease: Lease, work: (signal: AbortSignal) => Promise<unknown>): Promise<void>;
  /** Stops what was asked for and is not held any more; what was added meanwhile nobody has asked for. */
  keepHeld(asked: readonly Lease[], held: readonly Lease[]): void;
  /** Stops all and waits for them a while; those that were stopped. */
  stop(patienceMs: number): Promise<readonly Lease[]>;
};

export function createUnderLease<Lease>(nameOf: (lease: Lease) => string): UnderLease<Lease> {
  type Running = { readonly lease: Lease; readonly stop: AbortController; readonly done: Promise<void> };
  const running = new Map<string, Running>();
  return {
    get size() {
      return running.size;
    },
    leases: () => [...running.values()].map(({ lease }) => lease),
    add(lease, work) {
      const stop = new AbortController();
      const name = nameOf(lease);
      const done = work(stop.signal).then(() => void running.delete(name));
      running.set(name, { lease, stop, done });
      return done;
    },
    keepHeld(asked, held) {
      const names = new Set(held.map(nameOf));
      for (const name of asked.map(nameOf)) if (!names.has(name)) running.get(name)?.stop.abort();
    },
    async stop(patienceMs) {
      const stopped = [...running.values()];
      for (const { stop } of stopped) stop.abort();
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
      await Promise.race([Promise.all(stopped.map(({ done }) => done)), patience]);
      clearTimeout(timer);
      return stopped.map(({ lease }) => lease);
    },
  };
}
