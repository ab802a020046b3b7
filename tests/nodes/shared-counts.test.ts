import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../server/src/http/rate-limit.ts';
import { createSharedCounts } from '../../server/src/http/shared-counts.ts';
import { minuteMs } from '../../server/src/shared/clock.ts';
import type { RateCounts } from '../../server/src/usage/ports.ts';
import { movableClock } from '../support/movable-clock.ts';

const everyMs = 5;
const told = () => setTimeout(4 * everyMs);

/** What nodes tell each other, in memory. */
function createStore(): RateCounts & { calls: number; isAway: boolean } {
  const totals = new Map<string, number>();
  const store = {
    calls: 0,
    isAway: false,
    async add(windowMs: number, counts: Parameters<RateCounts['add']>[1]) {
      if (store.isAway) throw new Error('away');
      store.calls++;
      return counts.map(({ identity, used }) => {
        const name = `${windowMs} ${identity}`;
        totals.set(name, (totals.get(name) ?? 0) + used);
        return { identity, used: totals.get(name)! };
      });
    },
  };
  return store;
}

function nodesOf(perMinute: number, count: number) {
  const clock = movableClock(Math.floor(Date.now() / minuteMs) * minuteMs);
  const rateCounts = createStore();
  const limiters = Array.from({ length: count }, () =>
    createRateLimiter(perMinute, clock, createSharedCounts({ clock, rateCounts, perMinute, everyMs }))!,
  );
  return { clock, rateCounts, limiters };
}

describe('limits that nodes share', () => {
  test('a caller that goes from node to node gets little more than the limit', async () => {
    const { limiters } = nodesOf(1_000, 3);
    let accepted = 0;
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < 25; i++) if (!limiters[round % 3]!.take('key').isExceeded) accepted++;
      await told();
    }
    expect(accepted).toBeGreaterThanOrEqual(1_000 - 3 * 25);
    // For each node a hundredth, and what came between two tellings.
    expect(accepted).toBeLessThanOrEqual(1_000 + 3 * (10 + 25));
  });

  test('nothing is written for callers who ask little', async () => {
    const { limiters, rateCounts } = nodesOf(60_000, 2);
    for (let i = 0; i < 500; i++) for (const limiter of limiters) limiter.take(`caller ${i}`);
    await told();
    expect(rateCounts.calls).toBe(0);
  });

  test('a store that is away leaves each node its own limit; what could not be told is told later', async () => {
    const { limiters, rateCounts } = nodesOf(100, 2);
    const [one, other] = limiters;
    rateCounts.isAway = true;
    for (let i = 0; i < 90; i++) expect(one!.take('key').isExceeded).toBe(false);
    await told();
    rateCounts.isAway = false;
    one!.take('key');
    await told();
    other!.take('key');
    other!.take('key');
    await told();
    expect(other!.take('key').remaining).toBeLessThan(10);
  });

  test('the next minute begins at nothing, on every node', async () => {
    const { clock, limiters } = nodesOf(10, 2);
    for (let i = 0; i < 11; i++) limiters[0]!.take('key');
    await told();
    clock.advance(minuteMs);
    expect(limiters.map((limiter) => limiter.take('key').remaining)).toEqual([9, 9]);
  });
});
