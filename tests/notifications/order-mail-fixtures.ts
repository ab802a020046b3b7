import type { OrderMailInput } from '../../server/src/notifications/templates/order-mail-input.ts';
import { startMs } from './mail-fixtures.ts';

const order = 'https://swath.example.org/order/5149112381921233190';

/** An order of two acquisitions that went well. */
export const anOrderMail = (changes: Partial<OrderMailInput> = {}): OrderMailInput => ({
  to: 'ada@example.org',
  orderId: '5149112381921233190',
  state: 'SUCCEEDED',
  failure: null,
  placedAtMs: startMs,
  endedAtMs: startMs + 3_720_000,
  tiles: { total: 1_204, delivered: 1_204, failed: 0 },
  emptyTiles: 0,
  acquisitions: 2,
  files: 3_616,
  bytes: 12_345_678_901,
  usage: [
    { age: 'fresh', areaSqkm: 12.345, cost: 1_234.5 },
    { age: 'standard', areaSqkm: 30_000, cost: 450.25 },
    { age: 'training', areaSqkm: 0, cost: null },
  ],
  place: { bucket: 'my-bucket', prefix: 'a/b', keptDays: null },
  manifestKey: 'a/b/5149112381921233190-manifest.json',
  failedTiles: [],
  addresses: { order, manifest: `${order}/manifest`, files: `${order}/files` },
  ...changes,
});

export const failedTiles = (count: number): OrderMailInput['failedTiles'] =>
  Array.from({ length: count }, (_, index) => ({
    acquisitionId: `104001000000000${index}`,
    cellId: 'Z33-031133231113',
    error: `the file is gone (${index})`,
  }));
