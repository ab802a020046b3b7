import { expect, test } from 'vitest';
import type { Bucket } from '../../../server/src/buckets/ports.ts';
import { sweepManagedFiles } from '../../../server/src/orders/running/sweep-managed.ts';
import { capturedLog } from '../../support/captured-log.ts';
import { movableClock } from '../../support/movable-clock.ts';

test('files of an order that is tried again while those of another are removed stay', async () => {
  let ended = ['1', '2', '3'];
  const left = new Set(['1/a', '2/a', '3/a']);
  const bucket: Partial<Bucket> = {
    async *list(prefix) {
      for (const key of left) if (key.startsWith(prefix)) yield { key, byteLength: 1 };
    },
    delete: async (key) => {
      left.delete(key);
      ended = ended.filter((id) => id !== '2');
    },
    close: () => {},
  };
  const orders = {
    managedBefore: async (_beforeMs: number, limit: number) => ended.slice(0, limit),
    managedFilesGone: async (gone: string) => void (ended = ended.filter((id) => id !== gone)),
  };
  const needs = {
    orders,
    buckets: { open: async () => bucket },
    clock: movableClock(0),
    log: capturedLog(),
    config: { SWATH_MANAGED_DAYS: 30, SWATH_ORDER_DAYS: 0 },
  };
  expect(await sweepManagedFiles(needs as unknown as Parameters<typeof sweepManagedFiles>[0])).toBe(2);
  expect([...left]).toEqual(['2/a']);
});
