import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Placing, startPlacing } from '../support/placing-fixture.ts';

const [scenes, cellsOfScene] = [20, 500];
const ids = Array.from({ length: scenes }, (_, i) => `scene-${i}`);

/** 25 cells wide and 20 high, but for 1 km at the edges: lines that are straight in degrees are not so on the ground. */
const bounds = [501_000, 5_201_000, 624_000, 5_299_000] as const;

/** How often others have had their turn. */
function countTurns() {
  let [turns, isOver] = [0, false];
  const next = () => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  next();
  return () => {
    isOver = true;
    return turns;
  };
}

describe('an order of 10,000 tiles', () => {
  let placing: Placing;
  beforeAll(async () => {
    placing = await startPlacing();
    for (const [day, id] of ids.entries()) {
      const datetime = `2026-04-${String(day + 1).padStart(2, '0')}T10:00:00Z`;
      await placing.item(id, { bounds, properties: { datetime } });
    }
  });
  afterAll(() => placing.stop());

  test('is placed and kept whole, and others have their turn meanwhile', { timeout: 60_000 }, async () => {
    const { orders } = placing.archive.service;
    const select_id = await placing.select({ ids, stack_depth: scenes });
    const turns = countTurns();
    const { order } = await placing.place({ select_id, bucket: 'deliveries' }, { needs: { orders } });
    expect(turns()).toBeGreaterThan(50);
    expect([order.tiles.total, order.acquisitions.length]).toEqual([scenes * cellsOfScene, scenes]);
    expect(await orders.byId(placing.customer.account.id, order.id)).toEqual(order);
    const last = await orders.tiles(order.id, { from: 9_990, limit: 100 });
    expect(last.map(({ number, state }) => [number, state])).toEqual(
      Array.from({ length: 10 }, (_, i) => [9_990 + i, 'queued']),
    );
  });
});
