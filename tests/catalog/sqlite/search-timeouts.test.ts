import { expect, test, vi } from 'vitest';
import { idsOf } from '../contract/fixtures.ts';
import {
  ended,
  firstIds,
  quick,
  readersOfStore,
  slowCount,
  slowPage,
  soonMs,
  unavailable,
  wait,
} from './slow-searches.ts';

const { open } = readersOfStore();

test('a search that takes too long is unavailable, and its reader serves the next one', async () => {
  const readers = open(1, 200);
  await readers.warm();
  const { error, ms } = await ended(readers.search(slowCount, 'all'));
  expect(error).toEqual(unavailable);
  expect((error as { readonly detail: object }).detail).toEqual({
    reason: 'the search took too long: narrow it',
    retryAfterSeconds: 30,
  });
  expect(ms).toBeLessThan(soonMs);
  // A busy machine may take as long for this one too.
  await vi.waitFor(async () => expect(idsOf(await readers.search(quick, 'all'))).toEqual(firstIds), 10_000);
});

test('each search has its whole time, whatever was searched for before, and no more', async () => {
  const readers = open(1, 1_000);
  // A busy machine may take as long for this one too.
  await vi.waitFor(() => readers.search(quick, 'all'), 10_000);
  await wait(600);
  const [first, second] = [ended(readers.search(slowCount, 'all')), ended(readers.search(slowCount, 'all'))];
  const { error, ms } = await first;
  expect(error).toEqual(unavailable);
  // A timer may be a millisecond early.
  expect(ms).toBeGreaterThan(990);
  // It began when the one before it was stopped.
  const after = await second;
  expect(after.error).toEqual(unavailable);
  expect(after.ms).toBeGreaterThan(ms + 900);
  expect(after.ms).toBeLessThan(2 * soonMs);
});

test('a search that lies ready behind a slow one is not too slow because the other one was', async () => {
  const readers = open(1, 2_000);
  await readers.warm();
  const slow = ended(readers.search(slowPage, 'all'));
  const ready = readers.search(quick, 'all');
  expect((await slow).error).toEqual(unavailable);
  expect(idsOf(await ready)).toEqual(firstIds);
});
