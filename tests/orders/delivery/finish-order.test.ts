import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrderTile, TileSpec } from '../../../server/src/orders/tile.ts';
import { claim, deliveredTile, failedTile, orderId, sha256, storeOf, threeSpecs } from './support-orders.ts';
import { type Place, createPlace, finish } from './support-places.ts';

let place: Place;
beforeEach(() => void (place = createPlace()));
afterEach(() => place.close());

const allDelivered = threeSpecs.map((spec, number) => deliveredTile(number, spec));
const manifestKey = `a/b/${orderId}-manifest.json`;
const rootKey = `a/b/order_collections/${orderId}_root_collection.json`;
const collectionOf = (id: string) => `a/b/acquisition_collections/${id}_collection.json`;

type Manifest = {
  readonly state: string;
  readonly tiles: object;
  readonly failed: readonly object[];
  readonly indexes: readonly string[];
  readonly files: readonly { readonly key: string; readonly size: number; readonly sha256: string }[];
};

async function end(tiles: readonly OrderTile[], specs: readonly TileSpec[] = threeSpecs) {
  const store = storeOf(specs, tiles);
  place.hold(specs, tiles);
  await finish(store.orders, place.buckets, claim(tiles));
  return store;
}

describe('an order whose tiles are all delivered', () => {
  test('ends SUCCEEDED with all documents, and its manifest names every object with its size and hash', async () => {
    const { calls } = await end(allDelivered);
    expect(calls.ends).toMatchObject([{ state: 'SUCCEEDED', failure: null, hasManifest: true }]);
    const manifest = place.json(manifestKey) as Manifest;
    expect(manifest).toMatchObject({ order_id: orderId, state: 'SUCCEEDED', failed: [] });
    expect(manifest.tiles).toEqual({ total: 3, delivered: 3, failed: 0 });
    const listed = [...manifest.files.map(({ key }) => key), ...manifest.indexes, manifestKey];
    expect(listed.toSorted()).toEqual(place.keys());
    for (const { key, size, sha256: hash } of manifest.files)
      expect([place.read(key).length, sha256(place.read(key))]).toEqual([size, hash]);
  });

  test('is charged what it held, to the last bit', async () => {
    const { calls } = await end(allDelivered);
    expect(calls.ends[0]?.usage).toEqual(claim(allDelivered).order.usage);
  });

  test('tells its addresses and servers, with the place of the manifest', async () => {
    const { calls } = await end(allDelivered);
    const { mails, webhooks } = calls.ends[0]!.notices;
    expect([mails.length, webhooks.length]).toEqual([1, 1]);
    expect(mails[0]!.text).toContain(manifestKey);
    expect(webhooks[0]).toMatchObject({ type: 'order.succeeded', orderId });
  });

  test('ended a second time writes the same bytes', async () => {
    await end(allDelivered);
    const first = place.keys().map((key) => [key, place.read(key).toString()]);
    await end(allDelivered);
    expect(place.keys().map((key) => [key, place.read(key).toString()])).toEqual(first);
  });
});

describe('an order of which a tile failed', () => {
  const tiles = [
    deliveredTile(0, threeSpecs[0]!),
    failedTile(1, threeSpecs[1]!, 'strip-1/visual is gone'),
    failedTile(2, threeSpecs[2]!, 'strip-1/visual is corrupt'),
  ];

  test('ends PARTIAL; the manifest names the failed tiles with their reasons', async () => {
    const { calls } = await end(tiles);
    expect(calls.ends).toMatchObject([
      {
        state: 'PARTIAL',
        failure: '2 of 3 tiles could not be delivered; the first: strip-1/visual is gone',
        hasManifest: true,
      },
    ]);
    const { state, failed, files, indexes } = place.json(manifestKey) as Manifest;
    expect(state).toBe('PARTIAL');
    expect(failed).toEqual([
      {
        acquisition_id: '104001005D31F500',
        cell_id: 'Z33-120000022000',
        attempts: 5,
        reason: 'strip-1/visual is corrupt',
      },
      {
        acquisition_id: '103001005D31F500',
        cell_id: 'Z33-120000022001',
        attempts: 5,
        reason: 'strip-1/visual is gone',
      },
    ]);
    expect([...files.map(({ key }) => key), ...indexes, manifestKey].toSorted()).toEqual(place.keys());
  });

  test('is charged for what was delivered, at the price that was held', async () => {
    const { calls } = await end(tiles);
    expect(calls.ends[0]?.usage).toEqual({
      area: { fresh: 25, standard: 0, training: 0 },
      cost: { fresh: 100, standard: 0, training: 0 },
    });
  });

  test('lists no collection of an acquisition that has no tile', async () => {
    await end(tiles);
    expect(place.has(collectionOf('104001005D31F500'))).toBe(false);
    expect(JSON.stringify(place.json(rootKey))).not.toContain('104001005D31F500');
  });
});

describe('an order of which no tile was delivered', () => {
  test('ends FAILED with the first reason, and puts nothing into the bucket', async () => {
    const tiles = threeSpecs.map((spec, number) => failedTile(number, spec, 'strip-1/visual is gone'));
    const { calls } = await end(tiles);
    expect(calls.ends).toMatchObject([
      {
        state: 'FAILED',
        failure: 'no tile could be delivered; the first: strip-1/visual is gone',
        hasManifest: false,
        usage: { area: { fresh: 0 }, cost: { fresh: 0 } },
      },
    ]);
    expect(place.keys()).toEqual([]);
  });
});

describe('two orders below one prefix', () => {
  type Collection = {
    readonly links: readonly { readonly rel: string; readonly href: string }[];
    readonly extent: object;
  };
  const itemsIn = (id: string) =>
    (place.json(collectionOf(id)) as unknown as Collection).links.flatMap(({ rel, href }) =>
      rel === 'item' ? [href] : [],
    );
  const items = ['../33/120000022000/2020-03-04', '../33/120000022001/2020-03-04'].map(
    (folder) => `${folder}/103001005D31F500.json`,
  );

  test('share the collection of an acquisition that both have', async () => {
    await end([deliveredTile(0, threeSpecs[0]!)]);
    expect(itemsIn('103001005D31F500')).toEqual(items.slice(0, 1));
    await end([deliveredTile(0, threeSpecs[1]!)], [threeSpecs[1]!]);
    expect(itemsIn('103001005D31F500')).toEqual(items);
  });

  test.each([
    ['no JSON', 'oh no'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another acquisition', JSON.stringify({ id: 'other', links: [{ rel: 'item', href: items[1] }] })],
    [
      'strange links',
      JSON.stringify({ id: '103001005D31F500', links: [null, 5, { rel: 'item', href: '../../../etc/passwd' }] }),
    ],
    [
      'links to files that are not of the acquisition',
      JSON.stringify({
        id: '103001005D31F500',
        extent: {
          spatial: { bbox: [[0, 0, 1, 1]] },
          temporal: { interval: [['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z']] },
        },
        links: [{ rel: 'item', href: '../33/120000022001/2020-03-04/other.json' }],
      }),
    ],
  ])('a collection that is %s is replaced', async (_name, text) => {
    place.write(collectionOf('103001005D31F500'), text);
    await end([deliveredTile(0, threeSpecs[0]!)]);
    expect(itemsIn('103001005D31F500')).toEqual(items.slice(0, 1));
  });
});
