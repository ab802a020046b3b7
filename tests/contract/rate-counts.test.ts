import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRateCounts } from '../../server/src/adapters/sql/usage/rate-counts.ts';
import { minuteMs } from '../../server/src/shared/clock.ts';
import { type TestStore, onEveryStore } from './backends.ts';

onEveryStore((fresh) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await fresh();
  });
  afterAll(() => store.drop());

  it('adds what nodes tell at the same time, and forgets minutes that are over', async () => {
    const nodes = [createRateCounts(store.db), createRateCounts(await store.open())];
    const counts = [
      { identity: 'b', used: 2 },
      { identity: 'a', used: 3 },
    ];
    await Promise.all(Array.from({ length: 20 }, (_, i) => nodes[i % 2]!.add(0, counts)));
    expect(await nodes[0]!.add(0, counts.toReversed())).toEqual([
      { identity: 'a', used: 63 },
      { identity: 'b', used: 42 },
    ]);
    expect(await nodes[1]!.add(10 * minuteMs, [{ identity: 'a', used: 1 }])).toEqual([{ identity: 'a', used: 1 }]);
    const left = await store.db.read.get<{ rows: number }>('SELECT COUNT(*) AS rows FROM rate_counts');
    expect(left?.rows).toBe(1);
  });
});
