import type { Clock } from '../../server/src/shared/clock.ts';

export type MovableClock = Clock & { advance(ms: number): void };

/** Stands still until a test moves it, so that edges can be hit exactly. */
export function movableClock(startMs = Date.UTC(2026, 4, 1, 12)): MovableClock {
  let nowMs = startMs;
  return { nowMs: () => nowMs, advance: (ms) => void (nowMs += ms) };
}
