import { minuteMs } from '../shared/clock.ts';
import type { Clock } from '../shared/clock.ts';

export type Allowance = { readonly isExceeded: boolean; readonly remaining: number; readonly resetSeconds: number };
export type RateLimiter = { readonly policy: string; take(identity: string): Allowance };

/** Counts the requests of an identity in the minute that is running. */
export type WindowCounts = { add(identity: string): { readonly count: number; readonly endMs: number } };

/** A fixed window of one minute for each identity. */
export function createRateLimiter(perMinute: number, clock: Clock, counts: WindowCounts): RateLimiter | null {
  if (perMinute === 0) return null;
  return {
    policy: `"default";q=${perMinute};w=60`,
    take(identity) {
      const { count, endMs } = counts.add(identity);
      const resetSeconds = Math.ceil((endMs - clock.nowMs()) / 1_000);
      return { isExceeded: count > perMinute, remaining: Math.max(0, perMinute - count), resetSeconds };
    },
  };
}

/** For one node: forgetting all of them at the end of a minute keeps the memory bounded. */
export function createOwnCounts(clock: Clock): WindowCounts {
  let endMs = 0;
  let used = new Map<string, number>();
  return {
    add(identity) {
      const nowMs = clock.nowMs();
      // A clock that was set back must not make the minute longer.
      if (nowMs >= endMs || nowMs < endMs - minuteMs) {
        endMs = nowMs + minuteMs;
        used = new Map();
      }
      const count = (used.get(identity) ?? 0) + 1;
      used.set(identity, count);
      return { count, endMs };
    },
  };
}
