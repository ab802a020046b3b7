import { describe, expect, test } from 'vitest';
import { askedTiles } from '../../../server/src/orders/placing/asked-tiles.ts';
import type { OrderedItem } from '../../../server/src/orders/placing/find-items.ts';
import { neededFiles, tileSpecs } from '../../../server/src/orders/placing/tile-specs.ts';
import type { SelectedTile } from '../../../server/src/select/selection.ts';
import { sampleTile } from '../../select/support/sample-selection.ts';

const cell = 'Z13-031133231113';
const allRasters = { rasters: ['visual', 'ms', 'pan'] } as const;
const item = (parts: Partial<OrderedItem>): OrderedItem => ({
  known: {},
  unsorted: null,
  properties: {},
  ground: () => null,
  ...parts,
});
const asked = (changes: Partial<SelectedTile>) => askedTiles([sampleTile(cell, 0, changes)], null, 0).tiles;

describe('what a tile tells its delivery', () => {
  const visual = item({ known: { visual: 'a.tif' } });
  const cloudsOf = async (changes: Partial<SelectedTile>) =>
    (await tileSpecs(asked(changes), { get: () => visual }, allRasters, new Map()))[0]!.cloudWkt;

  test.each<[string, Partial<SelectedTile>, string | null]>([
    ['drawn', { 'tile:cloud_polys': 'POLYGON EMPTY', 'tile:cloud_percentage': 3 }, 'POLYGON EMPTY'],
    ['a clear sky', { 'tile:cloud_polys': null, 'tile:cloud_percentage': 0 }, ''],
    ['not drawn', { 'tile:cloud_polys': null, 'tile:cloud_percentage': 3 }, null],
    ['not known', { 'tile:cloud_polys': null, 'tile:cloud_percentage': null }, null],
    [
      'a strip that is said to be clear',
      { 'tile:cloud_polys': null, 'tile:cloud_percentage': 0, 'aoi:cloud_free_estimated': true },
      null,
    ],
  ])('clouds: %s', async (_, changes, wkt) => {
    expect(await cloudsOf(changes)).toBe(wkt);
  });

  test('the files of each of its items', async () => {
    const items = new Map([
      ['upper', item({ known: { visual: 'v.tif', pan: 'p.tif' }, properties: { gsd: 0.5 } })],
      ['lower', item({ unsorted: 'u.tif', properties: { gsd: 2 } })],
      ['bare', item({})],
    ]);
    const tiles = asked({ items: [...items.keys()] });
    const found = { get: (_: string, id: string) => items.get(id)! };
    expect(neededFiles(tiles, found, { rasters: ['visual'] }).map(({ location }) => location)).toEqual([
      'v.tif',
      'u.tif',
    ]);
    const [spec] = await tileSpecs(tiles, found, { rasters: ['ms', 'pan'] }, new Map([['u.tif', 'ms']]));
    expect(spec).toMatchObject({ gsdMetres: 0.5, properties: { gsd: 0.5 } });
    expect(spec!.sources).toEqual([
      { itemId: 'upper', rasters: { pan: 'p.tif' } },
      { itemId: 'lower', rasters: { ms: 'u.tif' } },
      { itemId: 'bare', rasters: {} },
    ]);
  });
});

const tileOf = (collection: string, cellId: string) => sampleTile(cellId, 0, { acquisition_id: 'a', collection });

describe('tiles whose files would have the same names', () => {
  test('the first is ordered, and the other told of once', () => {
    const other = 'Z13-031133231112';
    const { tiles, warnings } = askedTiles(
      [tileOf('one', cell), tileOf('two', cell), tileOf('one', other), tileOf('two', other)],
      null,
      0,
    );
    expect(tiles.map(({ record }) => [record.collection, record.cell_id])).toEqual([
      ['one', cell],
      ['one', other],
    ]);
    expect(warnings).toEqual(['a: it is in the collections one and two; that of one is delivered']);
  });

  test('another day in the same cell is another tile', () => {
    const days = ['2026-01-01', '2026-01-02'].map((date) => sampleTile(cell, 0, { date, acquisition_id: 'a' }));
    expect(askedTiles(days, null, 0).tiles).toHaveLength(2);
  });
});
