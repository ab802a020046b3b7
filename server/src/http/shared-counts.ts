import { type Clock, minuteMs, secondMs } from '../shared/clock.ts';
import type { RateCounts } from '../usage/ports.ts';
import type { WindowCounts } from './rate-limit.ts';

/** `own` of this node, of which `told` are in the store; `elsewhere` is what other nodes had told when we last did. */
type Used = { own: number; told: number; elsewhere: number };

export type SharedCountsOptions = {
  readonly clock: Clock;
  readonly rateCounts: RateCounts;
  readonly perMinute: number;
  readonly everyMs?: number;
};

/**
 * For many nodes: each counts by itself and tells the others once a second, and only of identities that asked for more
 * than a hundredth of what they may. So an identity gets beyond its limit at most, for each node, that hundredth and
 * what it sends there within a second.
 */
export function createSharedCounts(options: SharedCountsOptions): WindowCounts {
  const { clock, rateCounts, perMinute, everyMs = secondMs } = options;
  const quiet = Math.floor(perMinute / 100);
  let windowMs = 0;
  let used = new Map<string, Used>();
  let telling: NodeJS.Timeout | null = null;

  async function tell(): Promise<void> {
    const [ofWindow, all] = [windowMs, used];
    const busy = [...all].filter(([, { own, told }]) => own > told && own > quiet);
    const news = new Map(busy.map(([identity, { own, told }]) => [identity, own - told]));
    const totals = await rateCounts.add(
      ofWindow,
      [...news].map(([identity, more]) => ({ identity, used: more })),
    );
    for (const { identity, used: total } of totals) {
      const one = all.get(identity)!;
      one.told += news.get(identity)!;
      one.elsewhere = total - one.told;
    }
  }

  /** What could not be told now is told with the next. */
  const tellSoon = () => {
    telling ??= setTimeout(() => {
      void tell()
        .catch(() => undefined)
        .finally(() => (telling = null));
    }, everyMs).unref();
  };

  return {
    add(identity) {
      const nowMs = clock.nowMs();
      // The same minute on every node.
      const startMs = nowMs - (nowMs % minuteMs);
      if (startMs !== windowMs) {
        windowMs = startMs;
        used = new Map();
      }
      const one = used.get(identity) ?? { own: 0, told: 0, elsewhere: 0 };
      one.own++;
      used.set(identity, one);
      if (one.own > quiet) tellSoon();
      return { count: one.own + one.elsewhere, endMs: startMs + minuteMs };
    },
  };
}
