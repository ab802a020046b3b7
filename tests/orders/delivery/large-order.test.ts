import { expect, test } from 'vitest';
import type { TileSpec } from '../../../server/src/orders/tile.ts';
import { claim, deliveredTile, orderId, spec, storeOf } from './support-orders.ts';
import { createPlace, finish } from './support-places.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const quadkeyOf = (number: number): string => number.toString(4).padStart(12, '0');

test('an order of 10,000 tiles of 100 acquisitions ends within seconds, and its manifest names 30,000 files', async () => {
  const place = createPlace();
  const specs = Array.from({ length: 10_000 }, (_, at): TileSpec => ({
    ...spec,
    acquisitionId: `A${at % 100}`,
    cellId: `Z33-${quadkeyOf(at)}`,
  }));
  const tiles = specs.map((each, number) => deliveredTile(number, each));
  const sizes = new Map(tiles.flatMap(({ files }) => files.map(({ key, byteLength }) => [key, byteLength])));
  const store = storeOf(specs, tiles);
  const start = cpuMs();
  // The heads are answered from memory: what is measured is the step, not the disk.
  await finish(
    store.orders,
    {
      async open(target) {
        const bucket = await place.buckets.open(target);
        return { ...bucket, head: async (key) => ({ byteLength: sizes.get(key) ?? -1, etag: null }) };
      },
    },
    claim(tiles),
  );
  const seconds = (cpuMs() - start) / 1_000;
  expect(store.calls.ends).toMatchObject([{ state: 'SUCCEEDED' }]);
  const { files, indexes } = place.json(`a/b/${orderId}-manifest.json`) as { files: unknown[]; indexes: unknown[] };
  expect([files.length, indexes.length]).toEqual([30_001, 101]);
  // About 1 s on two slow cores; quadratic work would take minutes.
  expect(seconds).toBeLessThan(20);
  place.close();
});
