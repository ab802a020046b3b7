import { setImmediate, setTimeout } from 'node:timers/promises';

/** Work of half a millisecond, then a millisecond for others: a bulk comes as fast as it is read, and searches do not wait for it. */
const busyMs = 0.5;
const restMs = 1;

let last: Promise<void> = Promise.resolve();
let restedAtMs = 0;

/**
 * A turn of the loop for each who asks, one after the other. Twelve bulks that come or are answered at once would else
 * all go on in the same turn, and who only searches would wait for twelve pieces of work instead of one.
 */
export function ownTurn(): Promise<void> {
  last = last.then(nextTurn);
  return last;
}

async function nextTurn(): Promise<void> {
  if (performance.now() - restedAtMs < busyMs) return setImmediate();
  await setTimeout(restMs);
  restedAtMs = performance.now();
}
