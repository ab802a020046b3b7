import { minuteMs } from '../shared/clock.ts';
import type { Clock } from '../shared/clock.ts';

export type Allowance = { readonly isExceeded: boolean; readonly remaining: number; readonly resetSeconds: number };
export type RateLimiter = { readonly policy: string; take(identity: string): Allowance };

/** A fixed window of one minute for each identity; forgetting all of them at its end keeps the memory bounded. */
export function createRateLimiter(perMinute: number, clock: Clock): RateLimiter | null {
  if (perMinute === 0) return null;
  let windowEndMs = 0;
  let used = new Map<string, number>();
  return {
    policy: `"default";q=${perMinute};w=60`,
    take(identity) {
      const nowMs = clock.nowMs();
      if (nowMs >= windowEndMs) {
        windowEndMs = nowMs + minuteMs;
        used = new Map();
      }
      const count = (used.get(identity) ?? 0) + 1;
      used.set(identity, count);
      const resetSeconds = Math.ceil((windowEndMs - nowMs) / 1_000);
      return { isExceeded: count > perMinute, remaining: Math.max(0, perMinute - count), resetSeconds };
    },
  };
}
