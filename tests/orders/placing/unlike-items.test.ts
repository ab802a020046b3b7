import { afterAll, beforeAll, expect, test } from 'vitest';
import { tiff } from '../../http/imagery/picture-archive.ts';
import { inZone } from '../../imagery/jobs/georeferenced.ts';
import { type Placing, cells, startPlacing } from '../support/placing-fixture.ts';

let placing: Placing;
beforeAll(async () => {
  placing = await startPlacing();
});
afterAll(() => placing.stop());

/** Two cells of 5 km side by side. */
const [west, south, north] = [500_000, 5_200_000, 5_205_000];
type Span = readonly [from: number, to: number];

/** An item of the acquisition over a part of the cells: from and to so many metres, and so many from their edges. */
async function piece(acquisition: string, name: string, [from, to]: Span, bits: 8 | 16 = 8, inward = 100) {
  const [top, height] = [north - inward, (north - south - 2 * inward) / 10];
  const bytes = inZone(32633, west + from, top, 10, { bits, width: (to - from) / 10, height });
  const bounds = [west + from, south + inward, west + to, top] as const;
  const assets = { visual: tiff(placing.archive.file(`${acquisition}-${name}.tif`, bytes)) };
  const properties = { catalog_id: acquisition, datetime: `2026-05-01T10:00:0${name}Z` };
  await placing.item(`${acquisition}-${name}`, { bounds, assets, properties });
}

const order = (acquisition: string, more: object = {}) => ({
  acquisitions: [{ id: acquisition, ...more }],
  bucket: 'deliveries',
});

test('tiles of items that cannot be one raster are left out when the order is placed, and told', async () => {
  await piece('mixed', '2', [100, 7_000]);
  await piece('mixed', '1', [7_000, 9_900], 16);
  const { order: placed } = await placing.place(order('mixed'));
  expect(placed).toMatchObject({ tiles: { total: 1 } });
  expect(placed.warnings).toEqual([
    '1 tile is left out: it is of items of different kinds, which cannot be one raster: mixed (3 bands of uint8, 3 bands of uint16)',
  ]);
  expect(await placing.refused(order('mixed', { cells: [cells[1]] }))).toBe(
    'order_refused: all tiles are of items of different kinds, which cannot be one raster: mixed (3 bands of uint8, 3 bands of uint16)',
  );
});

test('where the uppermost fills the cell, what lies below it does not matter', async () => {
  await piece('covered', '2', [-100, 5_100], 8, -100);
  await piece('covered', '1', [1_000, 4_000], 16);
  const { order: placed } = await placing.place(order('covered', { cells: [cells[0]] }));
  expect(placed).toMatchObject({ tiles: { total: 1 }, warnings: [] });
});

test('nor where its pixels fill the cell, and its footprint is drawn within them', async () => {
  const bytes = inZone(32633, west - 100, north + 100, 10, { width: 520, height: 520 });
  const assets = { visual: tiff(placing.archive.file('within-2.tif', bytes)) };
  const properties = { catalog_id: 'within', datetime: '2026-05-01T10:00:02Z' };
  await placing.item('within-2', {
    bounds: [west + 50, south + 50, west + 4_950, north - 50],
    assets,
    properties,
  });
  await piece('within', '1', [1_000, 4_000], 16);
  const { order: placed } = await placing.place(order('within', { cells: [cells[0]] }));
  expect(placed).toMatchObject({ tiles: { total: 1 }, warnings: [] });
});

test('items of one kind are laid together', async () => {
  await piece('alike', '2', [100, 7_000]);
  await piece('alike', '1', [7_000, 9_900]);
  expect((await placing.place(order('alike'))).order).toMatchObject({ tiles: { total: 2 }, warnings: [] });
});
