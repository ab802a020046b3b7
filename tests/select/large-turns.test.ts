import { expect, test } from 'vitest';
import { createLargeTurns } from '../../server/src/adapters/surveys/large-turns.ts';

const settled = async (promise: Promise<void>): Promise<boolean> => {
  let isSettled = false;
  void promise.then(() => (isSettled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
};
const never = new AbortController().signal;

test('small surveys never wait; of large ones one goes on at a time', async () => {
  const turns = createLargeTurns(10);
  const [first, second, small] = [{}, {}, {}];
  await turns.wait(first, 11, never);
  await turns.wait(first, 50, never);
  const waits = turns.wait(second, 11, never);
  expect(await settled(waits)).toBe(false);
  await turns.wait(small, 10, never);
  turns.leave(small);
  expect(await settled(waits)).toBe(false);
  turns.leave(first);
  expect(await settled(waits)).toBe(true);
});

test('one that is stopped while it waits does not take the turn', async () => {
  const turns = createLargeTurns(10);
  const [first, second, third] = [{}, {}, {}];
  await turns.wait(first, 11, never);
  const stop = new AbortController();
  const stopped = turns.wait(second, 11, stop.signal);
  const next = turns.wait(third, 11, never);
  stop.abort();
  expect(await settled(stopped)).toBe(true);
  expect(await settled(next)).toBe(false);
  turns.leave(second);
  turns.leave(first);
  expect(await settled(next)).toBe(true);
});
