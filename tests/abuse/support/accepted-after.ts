import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { call } from './call.ts';

/** Of each kind of answer; where they do not come, the test is not over in time. */
const fewest = 20;

export type Credential = { readonly bearer?: string; readonly key?: string };

/** So many clients call in a loop while the right is taken away; how many got in that began after the answer. */
export async function acceptedAfter(
  url: string,
  credential: Credential,
  takeAway: () => Promise<{ readonly status: number }>,
  clients = 20,
): Promise<number> {
  let takenAtMs = Infinity;
  const life = { isOver: false };
  const tally = { before: 0, after: 0, refused: 0 };
  const client = async () => {
    while (!life.isOver) {
      const beganMs = performance.now();
      const { status } = await call(url, '/auth/self', credential);
      if (status === 401) tally.refused++;
      else if (status === 200 && beganMs > takenAtMs) tally.after++;
      else tally.before++;
    }
  };
  const calling = Array.from({ length: clients }, client);
  await setTimeout(150);
  // A busy machine may have answered few by then.
  while (tally.before <= fewest) await setTimeout(5);
  const { status } = await takeAway();
  takenAtMs = performance.now();
  await setTimeout(250);
  while (tally.refused <= fewest) await setTimeout(5);
  life.isOver = true;
  await Promise.all(calling);
  expect(status).toBeLessThan(300);
  return tally.after;
}
