import { describe, expect, test } from 'vitest';
import { requireKey } from '../../../server/src/buckets/object-key.ts';
import * as layout from '../../../server/src/orders/delivery/layout.ts';

const place = {
  acquisitionId: '103001005D31F500',
  cellId: 'Z04-031133231113',
  datetime: '2020-03-04T23:59:59.999999Z',
};

describe('where an order puts its objects', () => {
  test('is what public clients of this family look for', () => {
    expect([
      layout.tileFileKey('a/b', place, 'visual.tif'),
      layout.tileFileKey('', place, 'data-mask.gpkg'),
      layout.itemKey('a', place),
      layout.acquisitionCollectionKey('a', place.acquisitionId),
      layout.rootCollectionKey('a', '5850000000000000001'),
      layout.requestKey('', '5850000000000000001'),
      layout.manifestKey('a', '5850000000000000001'),
    ]).toEqual([
      'a/b/04/031133231113/2020-03-04/103001005D31F500-visual.tif',
      '04/031133231113/2020-03-04/103001005D31F500-data-mask.gpkg',
      'a/04/031133231113/2020-03-04/103001005D31F500.json',
      'a/acquisition_collections/103001005D31F500_collection.json',
      'a/order_collections/5850000000000000001_root_collection.json',
      '5850000000000000001-request.json',
      'a/5850000000000000001-manifest.json',
    ]);
    expect(layout.tileFolder(place)).toBe('04/031133231113/2020-03-04');
  });

  test('refuses a cell that is none', () => {
    expect(() => layout.tileFolder({ ...place, cellId: 'Z61-0' })).toThrow("'Z61-0' is no cell");
  });
});

describe('the id of an acquisition within a key', () => {
  test.each(['103001005D31F500', 'S2A_MSIL2A_20200304T101112', 'a.b~c-d', '0a1b2c3d-0000-4000-8000-000000000000-inv'])(
    '%s stays as it is',
    (id) => expect(layout.safeId(id)).toBe(id),
  );

  test.each([
    ['a/b', 'a=2Fb'],
    ['..', '=2E.'],
    ['.hidden', '=2Ehidden'],
    ['a b', 'a=20b'],
    ['a=2Fb', 'a=3D2Fb'],
    ['Straße', 'Stra=C3=9Fe'],
    ['a\\b\u0000\n', 'a=5Cb=00=0A'],
    ['50%+1?#', '50=25=2B1=3F=23'],
  ])('%j becomes %s', (id, safe) => expect(layout.safeId(id)).toBe(safe));

  const hostile = [
    '/',
    '//',
    '../../etc',
    'a/../b',
    '\u2028',
    'a\u0000',
    ' ',
    '',
    'x'.repeat(2_000),
    '/'.repeat(2_000),
  ];

  test.each(hostile)('%j makes keys that every bucket takes', (id) => {
    for (const name of layout.tileFileNames)
      expect(() =>
        requireKey(layout.tileFileKey('p'.repeat(250), { ...place, acquisitionId: id }, name)),
      ).not.toThrow();
    expect(layout.itemKey('', { ...place, acquisitionId: id }).split('/')).toHaveLength(4);
    expect(layout.acquisitionCollectionKey('', id).split('/')).toHaveLength(2);
  });

  test('is never the same for two of them', () => {
    const long = 'x'.repeat(300);
    const ids = [
      ...hostile,
      'a/b',
      'a=2Fb',
      'a=2fb',
      'a b',
      'a=b',
      `${long}1`,
      `${long}2`,
      `${long}/`,
      layout.safeId(long),
    ];
    expect(new Set(ids.map(layout.safeId)).size).toBe(ids.length);
  });

  test('a long one keeps its beginning, without half a character', () => {
    for (let length = 150; length < 165; length++)
      expect(layout.safeId(`${'x'.repeat(length)}${'/'.repeat(100)}`)).toMatch(/^x+(?:=2F)*==[0-9a-f]{40}$/);
  });
});
