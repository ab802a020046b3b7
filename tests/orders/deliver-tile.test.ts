import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeliveryThreads } from '../../server/src/adapters/deliveries/deliver-threads.ts';
import { isWorthRetrying } from '../../server/src/orders/delivery/worth-retrying.ts';
import { openBytes, wholeLevel } from '../imagery/support/open-bytes.ts';
import { coarse, createPlaces, jobOf, tileFolder } from './deliver-tile-fixture.ts';
import { sha256 } from './delivery/support-orders.ts';

const places = createPlaces();
const deliverer = createDeliveryThreads(places.threadData, 1);
const agreed = { confirm: () => Promise.resolve() };
const name = (rest: string) => `${tileFolder}/103001005D31F500${rest}`;
let [visual, ms, pan] = ['', '', ''];

beforeAll(() => {
  visual = places.raster('visual.tif', coarse());
  ms = places.raster('ms.tif', coarse({ bands: 4, bits: 16, width: 125, height: 125 }, 500_000, 5_000_000, 40));
  pan = places.raster('pan.tif', coarse({ bands: 1, bits: 16 }));
});
beforeEach(() => places.emptyBucket());
afterAll(async () => {
  await deliverer.close();
  places.remove();
});

const openKey = (key: string) => openBytes(places.read(key));
const pixelsOf = async (key: string) => {
  const image = await openKey(key);
  return image.readPixels(0, wholeLevel(image));
};

/** Half of 1.6 km by 2.2 km, of 25 square kilometres. */
const triangle = [
  [15.01, 45.12],
  [15.03, 45.12],
  [15.03, 45.14],
  [15.01, 45.12],
];
const boxRing = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const shareWithin = async (isClipped: boolean, rings: readonly number[][][]) => {
  const aoi = { type: 'MultiPolygon' as const, coordinates: rings.map((ring) => [ring]) };
  await deliverer.deliver(jobOf([{ itemId: 'a', rasters: { visual } }], { settings: { isClipped }, aoi }), agreed);
  const { mask, width, height } = await pixelsOf(name('-visual.tif'));
  return mask === null ? 1 : mask.filter((value) => value !== 0).length / (width * height);
};

/** Of the raster of a tile that is made of these, uppermost first. */
const digestOf = async (grid: 'source' | 'cell', rasters: readonly string[]) => {
  places.emptyBucket();
  const sources = rasters.map((each) => ({ itemId: each, rasters: { visual: each } }));
  const [file] = await deliverer.deliver(jobOf(sources, { settings: { grid } }), agreed);
  return [grid, file!.sha256];
};

describe('a tile that is delivered', () => {
  test('has its rasters, its masks and its item in the bucket as they are told, the item last', async () => {
    const files = await deliverer.deliver(jobOf([{ itemId: 'a', rasters: { visual, ms, pan } }]), agreed);
    const cog = 'image/tiff; application=geotiff; profile=cloud-optimized';
    expect(files.map(({ key, contentType }) => [key, contentType])).toEqual([
      [name('-visual.tif'), cog],
      [name('-ms.tif'), cog],
      [name('-pan.tif'), cog],
      [name('-data-mask.gpkg'), 'application/geopackage+sqlite3'],
      [name('-cloud-mask.gpkg'), 'application/geopackage+sqlite3'],
      [name('.json'), 'application/geo+json'],
    ]);
    expect(places.keys()).toEqual(files.map(({ key }) => key).sort());
    for (const { key, byteLength, sha256: told } of files) {
      expect([key, places.read(key).length, sha256(places.read(key))]).toEqual([key, byteLength, told]);
    }
    expect((await openKey(name('-visual.tif'))).info).toMatchObject({ width: 500, height: 500, crs: { epsg: 32633 } });
    expect((await openKey(name('-ms.tif'))).info).toMatchObject({ width: 125, sampleType: 'uint16' });
    expect(places.left()).toEqual([]);
  });

  test('has its masks and its item alone where no raster is ordered', async () => {
    const job = jobOf([{ itemId: 'a', rasters: {} }], { settings: { rasters: [] } });
    const files = await deliverer.deliver(job, agreed);
    const names = ['-data-mask.gpkg', '-cloud-mask.gpkg', '.json'].map(name);
    expect(files.map(({ key }) => key)).toEqual(names);
    const item = JSON.parse(places.read(name('.json')).toString('utf8')) as { readonly assets: object };
    expect(Object.keys(item.assets)).toEqual(['data-mask', 'cloud-mask']);
  });

  test('is of the uppermost alone where that fills the cell, whatever lies below it', async () => {
    for (const grid of ['source', 'cell'] as const)
      expect(await digestOf(grid, [visual, pan])).toEqual(await digestOf(grid, [visual]));
  });

  test('has the same bytes when it is delivered again', async () => {
    const job = jobOf([{ itemId: 'a', rasters: { visual, ms } }], { settings: { isHd: true } });
    const first = await deliverer.deliver(job, agreed);
    const again = createDeliveryThreads(places.threadData, 1);
    const second = await again.deliver(job, agreed);
    await again.close();
    expect(first).toHaveLength(5);
    expect(second.map((file) => [file.key, file.sha256])).toEqual(first.map((file) => [file.key, file.sha256]));
  });

  test('has what was asked for alone, as far as its items have it', async () => {
    const settings = { rasters: ['visual', 'pan'], hasDataMask: false, hasCloudMask: false } as const;
    const files = await deliverer.deliver(jobOf([{ itemId: 'a', rasters: { visual, ms } }], { settings }), agreed);
    expect(files.map(({ key }) => key)).toEqual([name('-visual.tif'), name('.json')]);
  });

  test('has twice the density in its visual raster alone', async () => {
    await deliverer.deliver(jobOf([{ itemId: 'a', rasters: { visual, pan } }], { settings: { isHd: true } }), agreed);
    expect((await openKey(name('-visual.tif'))).info).toMatchObject({ width: 1000, height: 1000 });
    expect((await openKey(name('-pan.tif'))).info).toMatchObject({ width: 500, height: 500 });
  });

  test('holds no data outside the area of interest where that was asked for', async () => {
    expect(await shareWithin(false, [triangle])).toBe(1);
    expect(await shareWithin(true, [triangle])).toBeCloseTo(0.07, 2);
  });

  test.each([
    ['all of the world', [boxRing(-180, -90, 180, 90)], 1],
    ['half of the world', [boxRing(-170, -60, 170, 80)], 1],
    ['a hemisphere', [boxRing(-75, -90, 105, 90)], 1],
    ['places on both sides of the earth', [triangle, boxRing(104.9, -0.1, 105.1, 0.1)], 0.07],
    ['a large area that ends in the tile', [boxRing(-180, -90, 15.02, 90)], 0.31],
  ])('shows what lies in an area of interest that is %s', async (_name, rings, share) => {
    expect(await shareWithin(true, rings)).toBeCloseTo(share, 2);
  });

  test('on the cell’s grid, images of different grids stack', async () => {
    const grounds: unknown[] = [];
    for (const [file, bytes] of [
      ['shifted.tif', coarse({}, 500_003, 5_000_002, 9)],
      ['same.tif', coarse()],
    ] as const) {
      const source = { itemId: 'a', rasters: { visual: places.raster(file, bytes) } };
      await deliverer.deliver(jobOf([source], { settings: { grid: 'cell' } }), agreed);
      const { info } = await openKey(name('-visual.tif'));
      grounds.push([info.width, info.height, info.pixelToWorld]);
    }
    const size = 5_000 / 512;
    expect(grounds[0]).toEqual([512, 512, [size, 0, 500_000, 0, -size, 5_000_000]]);
    expect(grounds[1]).toEqual(grounds[0]);
  });

  test('is one raster of all its items, the first uppermost', async () => {
    const half = places.raster('half.tif', coarse({ width: 250 }));
    const job = jobOf([
      { itemId: 'a', rasters: { visual: half } },
      { itemId: 'b', rasters: { visual } },
    ]);
    await deliverer.deliver(job, agreed);
    const [{ samples, width }, whole] = [
      await pixelsOf(name('-visual.tif')),
      await (await openBytes(coarse())).readPixels(0, { column: 0, row: 0, width: 500, height: 500 }),
    ];
    const left = await (
      await openBytes(coarse({ width: 250 }))
    ).readPixels(0, { column: 0, row: 0, width: 250, height: 500 });
    expect(width).toBe(500);
    expect([...samples.subarray(0, 750)]).toEqual([...left.samples.subarray(0, 750)]);
    expect([...samples.subarray(750, 1500)]).toEqual([...whole.samples.subarray(750, 1500)]);
  });
});

test('a tile in whose cell the imagery shows nothing has no files, and is no failure', async () => {
  places.emptyBucket();
  const sources = [{ itemId: 'a', rasters: { visual: places.raster('beside.tif', coarse({}, 600_000)) } }];
  for (const grid of ['source', 'cell'] as const)
    expect(await deliverer.deliver(jobOf(sources, { settings: { grid } }), agreed)).toEqual([]);
  expect(places.keys()).toEqual([]);
});

describe('a tile whose lease is lost', () => {
  test('leaves nothing, and fails with what was said', async () => {
    class Lost extends Error {}
    const confirm = () => Promise.reject(new Lost('the lease is lost'));
    await expect(deliverer.deliver(jobOf([{ itemId: 'a', rasters: { visual } }]), { confirm })).rejects.toBeInstanceOf(
      Lost,
    );
    expect([places.keys(), places.left()]).toEqual([[], []]);
  });

  test('has no item where it is lost before that', async () => {
    let asked = 0;
    const confirm = () => (++asked < 4 ? Promise.resolve() : Promise.reject(new Error('the lease is lost')));
    const source = { itemId: 'a', rasters: { visual } };
    await expect(deliverer.deliver(jobOf([source]), { confirm })).rejects.toThrow('the lease is lost');
    expect(asked).toBe(4);
    expect(places.keys()).toEqual([name('-cloud-mask.gpkg'), name('-data-mask.gpkg'), name('-visual.tif')]);
  });

  test('ends at once when it is called off, in a cut or before a commit, and the thread takes the next', async () => {
    const large = places.raster('large.tif', coarse({ width: 3000, height: 3000 }, 500_000, 5_000_000, 5_000 / 3000));
    const cutting = new AbortController();
    const job = jobOf([{ itemId: 'a', rasters: { visual: large } }], { settings: { isHd: true } });
    const cut = deliverer.deliver(job, { ...agreed, signal: cutting.signal });
    setTimeout(() => cutting.abort(new Error('called off')), 300);
    await expect(cut).rejects.toThrow('called off');
    const committing = new AbortController();
    const confirm = () => {
      committing.abort(new Error('called off'));
      return Promise.resolve();
    };
    const small = jobOf([{ itemId: 'a', rasters: { visual } }]);
    await expect(deliverer.deliver(small, { confirm, signal: committing.signal })).rejects.toThrow('called off');
    await deliverer.deliver(jobOf([{ itemId: 'b', rasters: { pan } }], { spec: { acquisitionId: 'next' } }), agreed);
    expect(places.keys().filter((key) => !key.includes('/next'))).toEqual([]);
    expect(places.left()).toEqual([]);
  });
});

const failureOf = async (visualOf: string, changes: Parameters<typeof jobOf>[1] = {}): Promise<Error> => {
  const failure = await deliverer
    .deliver(jobOf([{ itemId: 'S1', rasters: { visual: visualOf } }], changes), agreed)
    .then(
      () => new Error('it was delivered'),
      (error: unknown) => error as Error,
    );
  expect(places.left()).toEqual([]);
  expect(places.keys()).toEqual([]);
  for (const path of [places.archive, places.bucket, places.temporaryFolder])
    expect(failure.message).not.toContain(path);
  return failure;
};

describe('a tile that cannot be delivered says why, without a path, and whether it is worth another try', () => {
  test('for a source that is gone', async () => {
    const failure = await failureOf(`${places.archive}/gone.tif`);
    expect(failure).toMatchObject({ kind: 'not_found', message: 'there is no file S1/visual' });
    expect(isWorthRetrying(failure)).toBe(false);
  });

  test('for one that may not be read', async () => {
    const failure = await failureOf('/etc/hostname');
    expect(failure.message).toBe('S1/visual is not in a folder that imagery is read from');
    expect(isWorthRetrying(failure)).toBe(false);
  });

  test('for one that is cut off, no image, damaged within, or without a place on earth', async () => {
    const bytes = coarse();
    const damaged = Buffer.from(bytes);
    damaged.fill(0xab, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 4_000);
    const nowhere = coarse({ fields: { 34735: { type: 3, values: [1, 1, 0, 0] } } });
    for (const [file, content] of [
      ['cut-off.tif', bytes.subarray(0, bytes.length / 3)],
      ['text.tif', Buffer.from('not an image at all')],
      ['empty.tif', Buffer.alloc(0)],
      ['damaged.tif', damaged],
      ['nowhere.tif', nowhere],
    ] as const) {
      // On another grid, so that every block is decoded.
      const failure = await failureOf(places.raster(file, content), { settings: { grid: 'cell' } });
      expect([file, failure.message]).toEqual([file, expect.stringMatching(/S1\/visual/)]);
      expect([file, isWorthRetrying(failure)]).toEqual([file, false]);
    }
  });

  test('for imagery that has none of the rasters', async () => {
    const failure = await failureOf(visual, { settings: { rasters: ['ms'] } });
    expect(failure.message).toBe('the imagery has none of the rasters that were ordered');
    expect(isWorthRetrying(failure)).toBe(false);
  });

  test('for items that are not of one kind, by their names', async () => {
    const job = jobOf([
      { itemId: 'S1', rasters: { visual: places.raster('left.tif', coarse({ width: 250 })) } },
      { itemId: 'S2', rasters: { visual: pan } },
    ]);
    await expect(deliverer.deliver(job, agreed)).rejects.toMatchObject({
      message: 'S2/visual has 1 bands of uint16, and S1/visual has 3 bands of uint8: they are not one raster',
    });
  });

  test('for a bucket that is gone, as the fault of a bucket', async () => {
    const job = jobOf([{ itemId: 'S1', rasters: { visual } }]);
    const gone = { ...job, output: { ...job.output, target: { kind: 'named' as const, name: 'no-such-bucket' } } };
    const failure = await deliverer.deliver(gone, agreed).catch((error: unknown) => error);
    expect(failure).toMatchObject({ fault: 'exists', kind: 'not_found' });
    expect(isWorthRetrying(failure)).toBe(true);
  });
});
