import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from '../../server/src/http/own-turn.ts';

test('twelve who ask at once go on one in a turn of the loop, in the order in which they asked', async () => {
  const wentOn: number[] = [];
  const all = Promise.all(Array.from({ length: 12 }, (_, asker) => ownTurn().then(() => wentOn.push(asker))));
  let most = 0;
  for (let seen = 0; wentOn.length < 12; seen = wentOn.length) {
    await turn();
    most = Math.max(most, wentOn.length - seen);
  }
  await all;
  // One in the turn of a timer and one behind it may both have come since the last look.
  expect(most).toBeLessThanOrEqual(2);
  expect(wentOn).toEqual(Array.from({ length: 12 }, (_, asker) => asker));
});

test('whoever works in turn after turn leaves the processor to others in between', async () => {
  const start = performance.now();
  for (let worked = 0; worked < 40; worked++) {
    await ownTurn();
    for (const from = performance.now(); performance.now() - from < 0.25;);
  }
  expect(performance.now() - start).toBeGreaterThan(40 * 0.25 + 10);
});
