import { describe, expect, test } from 'vitest';
import { acquisitionCollection } from '../../../server/src/orders/delivery/acquisition-collection.ts';
import { type Bbox, extentOfTile, joinedExtent } from '../../../server/src/orders/delivery/extent.ts';
import { rootCollection } from '../../../server/src/orders/delivery/root-collection.ts';
import { acquisitionId, orderId, spec } from './support-orders.ts';

const [from, until] = ['2020-03-04T10:11:12.000000Z', '2020-03-05T00:00:00.000000Z'];
const tiles = {
  acquisitionId,
  items: ['33/120000022000/2020-03-04/103001005D31F500.json', '33/120000022001/2020-03-04/103001005D31F500.json'],
  extent: { bbox: [15, 45, 16, 46] as Bbox, from, until },
};

describe('the collection of an acquisition', () => {
  test('links to its items and to the order', () => {
    expect(acquisitionCollection(orderId, tiles, null)).toEqual({
      type: 'Collection',
      stac_version: '1.0.0',
      stac_extensions: [],
      id: acquisitionId,
      title: acquisitionId,
      description: `${acquisitionId} ARD Tiles`,
      license: 'proprietary',
      extent: { spatial: { bbox: [[15, 45, 16, 46]] }, temporal: { interval: [[from, until]] } },
      links: [
        { rel: 'root', href: `../order_collections/${orderId}_root_collection.json`, type: 'application/json' },
        { rel: 'parent', href: `../order_collections/${orderId}_root_collection.json`, type: 'application/json' },
        ...tiles.items.map((item) => ({ rel: 'item', href: `../${item}`, type: 'application/geo+json' })),
      ],
    });
  });

  test('keeps what an earlier order put there: items, place and time', () => {
    const earlier = acquisitionCollection(
      '5850000000000000000',
      {
        acquisitionId,
        items: ['32/120000022000/2020-03-03/103001005D31F500.json', tiles.items[1]!],
        extent: { bbox: [9, 40, 10, 41], from: '2020-03-03T00:00:00Z', until: '2020-03-03T00:00:00Z' },
      },
      null,
    );
    const both = acquisitionCollection(orderId, tiles, JSON.parse(JSON.stringify(earlier)));
    expect(both['extent']).toEqual({
      spatial: { bbox: [[9, 40, 16, 46]] },
      temporal: { interval: [['2020-03-03T00:00:00Z', until]] },
    });
    const links = both['links'] as readonly { rel: string; href: string }[];
    expect(links.flatMap(({ rel, href }) => (rel === 'item' ? [href] : []))).toEqual([
      '../32/120000022000/2020-03-03/103001005D31F500.json',
      ...tiles.items.map((item) => `../${item}`),
    ]);
    expect(acquisitionCollection(orderId, tiles, both)).toEqual(both);
  });
});

describe('the collection of an order', () => {
  test('has no type, for a public client takes one for that of an item, and a box for each acquisition', () => {
    const other = { ...tiles, acquisitionId: 'a/b', extent: { bbox: [1, 2, 3, 4] as Bbox, from, until: from } };
    const root = rootCollection(orderId, [tiles, other]);
    expect(root).not.toHaveProperty('type');
    expect(root).toEqual({
      id: orderId,
      stac_version: '0.8.1',
      description: `Order ${orderId} collection`,
      license: 'proprietary',
      extent: {
        spatial: {
          bbox: [
            [15, 45, 16, 46],
            [1, 2, 3, 4],
          ],
        },
        temporal: { interval: [[from, until]] },
      },
      links: [
        { rel: 'root', href: `./${orderId}_root_collection.json`, type: 'application/json' },
        {
          rel: 'child',
          href: `../acquisition_collections/${acquisitionId}_collection.json`,
          type: 'application/json',
          title: acquisitionId,
        },
        {
          rel: 'child',
          href: '../acquisition_collections/a=2Fb_collection.json',
          type: 'application/json',
          title: 'a/b',
        },
      ],
    });
  });
});

const joined = (...boxes: Bbox[]) => joinedExtent(boxes.map((bbox) => ({ bbox, from, until }))).bbox;

describe('the extent of tiles', () => {
  test.each<[string, Bbox[], Bbox]>([
    ['one', [[-105.1, 39.7, -105, 39.8]], [-105.1, 39.7, -105, 39.8]],
    [
      'two side by side',
      [
        [1, 1, 2, 2],
        [3, 0, 4, 1],
      ],
      [1, 0, 4, 2],
    ],
    [
      'two on both sides of Greenwich',
      [
        [-2, 1, -1, 2],
        [1, 0, 2, 1],
      ],
      [-2, 0, 2, 2],
    ],
    [
      'two on both sides of the antimeridian',
      [
        [178, 1, 179, 2],
        [-179, 1, -178, 2],
      ],
      [178, 1, -178, 2],
    ],
    ['one that runs on beyond it', [[179.9, 1, 180.1, 2]], [179.9, 1, 180.1 - 360, 2]],
    [
      'one that crosses it, joined to another',
      [
        [179, 1, -179, 2],
        [-178, 1, -177, 2],
      ],
      [179, 1, -177, 2],
    ],
    [
      'the whole earth',
      [
        [-180, -90, 180, 90],
        [0, 0, 1, 1],
      ],
      [-180, -90, 180, 90],
    ],
  ])('of %s', (_name, boxes, box) => expect(joined(...boxes)).toEqual(box));

  test('is that of what they show', () => {
    expect(extentOfTile(spec)).toEqual({
      bbox: [15.01, 45.12, 15.04, 45.14],
      from: spec.datetime,
      until: spec.datetime,
    });
  });
});
