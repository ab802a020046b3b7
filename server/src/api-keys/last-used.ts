import { minuteMs } from '../shared/clock.ts';
import type { Service } from '../service.ts';
import type { LastUsed } from './api-key.ts';

/** Collects the last use of each key in memory and writes all of them at most once a minute, in one step. */
export type LastUsedRecorder = {
  note(keyId: string, use: LastUsed): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export function createLastUsedRecorder(
  service: Pick<Service, 'apiKeys' | 'log'>,
  everyMs = minuteMs,
): LastUsedRecorder {
  let uses = new Map<string, LastUsed>();
  const flush = async () => {
    if (uses.size === 0) return;
    const taken = uses;
    uses = new Map();
    try {
      await service.apiKeys.recordUse(taken);
    } catch {
      service.log.warn('last use of keys was not recorded', { keys: taken.size });
    }
  };
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    note: (keyId, use) => void uses.set(keyId, use),
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
