import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeliveryThreads } from '../../server/src/adapters/deliveries/deliver-threads.ts';
import { isWorthRetrying } from '../../server/src/orders/delivery/worth-retrying.ts';
import { coarse, createPlaces, jobOf } from './deliver-tile-fixture.ts';
import { sha256 } from './delivery/support-orders.ts';

const places = createPlaces();
const deliverer = createDeliveryThreads(places.threadData, 1);
const agreed = { confirm: () => Promise.resolve() };
let [visual, pan] = ['', ''];

beforeAll(() => {
  visual = places.raster('visual.tif', coarse());
  pan = places.raster('pan.tif', coarse({ bands: 1, bits: 16 }));
});
beforeEach(() => places.emptyBucket());
afterAll(async () => {
  await deliverer.close();
  places.remove();
});

describe('a tile whose place is taken', () => {
  test('does not replace one that was made of other items or of another collection’s', async () => {
    const sources = [{ itemId: 'a', rasters: { visual } }];
    await deliverer.deliver(jobOf(sources), agreed);
    const before = places.keys().map((key) => [key, sha256(places.read(key))]);
    const others = [
      jobOf([{ itemId: 'b', rasters: { visual } }]),
      jobOf([...sources, { itemId: 'b', rasters: { visual: pan } }]),
      jobOf(sources, { spec: { collection: 'another' } }),
    ];
    for (const job of others) {
      const refused = await deliverer.deliver(job, agreed).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        kind: 'invalid_parameters',
        message: expect.stringContaining('choose another prefix'),
      });
      expect(isWorthRetrying(refused)).toBe(false);
    }
    expect(places.keys().map((key) => [key, sha256(places.read(key))])).toEqual(before);
    expect(await deliverer.deliver(jobOf(sources), agreed)).toHaveLength(before.length);
  });

  test('does not replace one that another order has put there while it was cut', async () => {
    const first = jobOf([{ itemId: 'a', rasters: { visual } }]);
    const second = jobOf([{ itemId: 'b', rasters: { visual: pan } }]);
    const another = createDeliveryThreads(places.threadData, 1);
    let asked = 0;
    let files: Awaited<ReturnType<typeof another.deliver>> = [];
    // Its raster is there already, its item is not.
    const confirm = async () => void (++asked === 2 && (files = await another.deliver(second, agreed)));
    const refused = await deliverer.deliver(first, { confirm }).catch((error: unknown) => error);
    await another.close();
    expect(String(refused)).toMatch(/: the prefix holds this tile already, made of other items .* choose another/);
    expect(isWorthRetrying(refused)).toBe(false);
    expect(files.map(({ key, sha256: told }) => [key, told])).toEqual(
      files.map(({ key }) => [key, sha256(places.read(key))]),
    );
    expect(places.keys()).toEqual(files.map(({ key }) => key).sort());
  });
});
