import { type Clock, hourMs, minuteMs } from './clock.ts';

/** Beyond this a clock does not drift: somebody has set it. */
const mostDriftMs = 10 * minuteMs;
/** Within that, whoever set it wrongly has set it right. */
const trustedAfterMs = hourMs;

/**
 * Whether the clock can be trusted with what is removed for good: one that was set ahead may be wrong, and what is over by
 * it is not. To be asked now and then; `passedMs` is a clock that nobody sets.
 */
export function createSteadiness(clock: Clock, passedMs = () => performance.now()): () => boolean {
  let [seenMs, lookedAtMs, trustedFromMs] = [clock.nowMs(), passedMs(), -Infinity];
  return () => {
    const [nowMs, atMs] = [clock.nowMs(), passedMs()];
    if (nowMs - seenMs - (atMs - lookedAtMs) > mostDriftMs) trustedFromMs = atMs + trustedAfterMs;
    [seenMs, lookedAtMs] = [nowMs, atMs];
    return atMs >= trustedFromMs;
  };
}
