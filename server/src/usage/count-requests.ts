import { type Principal, keyIdOf } from '../accounts/principal.ts';
import type { Service } from '../service.ts';
import { dayMs, minuteMs } from '../shared/clock.ts';
import type { RequestCount } from './ports.ts';

/** Counts requests in memory and stores them at most once a minute, in one step. */
export type RequestCounter = {
  note(caller: Principal): void;
  /** So that what is read next is of now. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const mostNoted = 1_000;

export function createRequestCounter(
  service: Pick<Service, 'usageLog' | 'clock' | 'log'>,
  everyMs = minuteMs,
): RequestCounter {
  let counts = new Map<string, RequestCount>();
  // Callers are remembered, so that most requests only add one here.
  let noted = new Map<Principal, { readonly day: number; requests: number }>();
  let storing: Promise<void> = Promise.resolve();

  function add(count: RequestCount): void {
    // In the order in which every process stores them: two that do it at once must not wait for each other.
    const name = `${count.organizationId} ${count.day} ${count.accountId} ${count.keyId ?? ''}`;
    counts.set(name, { ...count, requests: count.requests + (counts.get(name)?.requests ?? 0) });
  }

  function addNoted(): void {
    for (const [caller, { day, requests }] of noted) add({ ...whoIs(caller), day, requests });
    noted = new Map();
  }

  async function store(): Promise<void> {
    addNoted();
    if (counts.size === 0) return;
    const taken = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    counts = new Map();
    try {
      await service.usageLog.countRequests(taken);
    } catch {
      taken.forEach(add);
      service.log.warn('requests are not counted yet: the store is out of reach', { counts: taken.length });
    }
  }

  const flush = () => (storing = storing.then(store));
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    note(caller) {
      const day = Math.floor(service.clock.nowMs() / dayMs);
      const own = noted.get(caller);
      if (own?.day === day) own.requests += 1;
      else {
        if (own !== undefined || noted.size >= mostNoted) addNoted();
        noted.set(caller, { day, requests: 1 });
      }
    },
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

const whoIs = (caller: Principal) => ({
  organizationId: caller.organization.id,
  accountId: caller.account.id,
  keyId: keyIdOf(caller),
});
