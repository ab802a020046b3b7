import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../../server/src/orders/order.ts';
import { usageOf } from '../../../server/src/select/running/usage.ts';
import { spentRecord } from '../../../server/src/usage/usage-record.ts';
import { noUsage } from '../../../server/src/usage/usage.ts';
import { quarters, tiff } from '../../http/imagery/picture-archive.ts';
import { type Placing, bounds, cells, prices, startPlacing } from '../support/placing-fixture.ts';

let placing: Placing;

beforeAll(async () => {
  placing = await startPlacing();
  const { archive, item } = placing;
  const file = (name: string, bands: number, bits: 8 | 16) =>
    tiff(archive.file(name, quarters.bytes({ bands, bits })), { roles: ['data'] });
  await item('fresh');
  await item('standard', { properties: { datetime: '2024-05-01T10:00:00Z', 'proj:code': 'EPSG:1', platform: 'one' } });
  await item('training', { properties: { datetime: '2020-01-01T10:00:00Z' } });
  await item('all-products', {
    assets: { visual: file('v.tif', 3, 8), ms_analytic: file('ms.tif', 4, 16), pan: file('pan.tif', 1, 16) },
  });
  await item('picture', { assets: { scene: file('picture.tif', 3, 8) } });
  await item('measured', { assets: { scene: file('measured.tif', 4, 16) } });
  const [west, south, , north] = bounds;
  const half = [west, south, 504_900, north] as const;
  const pieces = { catalog_id: 'in-pieces' };
  await item('piece-1', { properties: { ...pieces, datetime: '2026-04-01T10:00:00Z' } });
  await item('piece-2', { bounds: half, properties: { ...pieces, datetime: '2026-04-02T10:00:00Z' } });
});
afterAll(() => placing.stop());

const order = async (body: object, change?: Parameters<Placing['place']>[1]): Promise<Order> =>
  (await placing.place({ bucket: 'deliveries', ...body }, change)).order;
const last = () => placing.orders.placements.at(-1)!;

describe('an order of a select', () => {
  test('has the tiles of the select, and costs what the select has estimated', async () => {
    const select_id = await placing.select({ ids: ['fresh', 'standard', 'training'] });
    const placed = await placing.place({ select_id, bucket: 's3://deliveries/a', prefix: 'b', metadata: { po: 7 } });
    const { organization, account } = placing.customer;
    const { summary } = (await placing.archive.service.selections.byId(account.id, select_id, placing.clock.nowMs()))!;
    const { area, cost } = usageOf(summary!, organization, noUsage);
    expect(placed).toMatchObject({
      kind: 'placed',
      isReplayed: false,
      order: {
        id: expect.stringMatching(/^[1-9]\d{18}$/),
        accountId: account.id,
        organizationId: organization.id,
        state: 'RUNNING',
        selectId: select_id,
        aoi: null,
        output: { label: 'deliveries', prefix: 'a/b', shown: { bucket: 'deliveries', prefix: 'a/b' } },
        metadata: { po: 7 },
        usage: { area: { fresh: 48, standard: 48, training: 48 }, cost: { fresh: 96, standard: 48, training: null } },
        tiles: { total: 6, delivered: 0, failed: 0 },
        warnings: [],
        runs: 1,
      },
    });
    expect(spentRecord(placed.order.usage, { isEstimate: true })).toEqual({ area, cost });
    expect(placed.order.acquisitions).toEqual([
      { id: 'fresh', collection: 'scenes', tiles: 2, areaSqkm: 48, cost: 96 },
      { id: 'standard', collection: 'scenes', tiles: 2, areaSqkm: 48, cost: 48 },
      { id: 'training', collection: 'scenes', tiles: 2, areaSqkm: 48, cost: null },
    ]);
    expect(last()).toMatchObject({
      order: placed.order,
      credentials: null,
      idempotency: null,
      budget: { year: { fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2027, 0, 1) } },
    });
  });

  test('its imagery is as old as it was when the select was made', async () => {
    const select_id = await placing.select();
    placing.clock.advance(100 * 86_400_000);
    const meanwhile = (await order({ acquisitions: ['fresh'] })).usage.area;
    placing.clock.advance(-100 * 86_400_000);
    expect(meanwhile).toEqual({ fresh: 0, standard: 48, training: 0 });
    placing.clock.advance(20 * 86_400_000);
    expect((await order({ select_id })).usage.area).toEqual({ fresh: 48, standard: 0, training: 0 });
    placing.clock.advance(-20 * 86_400_000);
  });

  test('over an area it has that area, and what it shows of it is what counts', async () => {
    const bbox = [15.01, 46.96, 15.02, 46.97];
    const select_id = await placing.select({ bbox, ids: ['fresh'] });
    const { aoi, usage, tiles } = await order({ select_id, settings: { clip_to_aoi: true } });
    expect([aoi?.type, usage.area.fresh, tiles.total]).toEqual(['Polygon', 1, 1]);
  });

  test('a tile has all that its delivery needs', async () => {
    await order({ select_id: await placing.select({ ids: ['standard'] }) });
    const [tile] = last().tiles;
    expect(tile).toEqual({
      acquisitionId: 'standard',
      collection: 'scenes',
      cellId: cells[0],
      datetime: '2024-05-01T10:00:00.000000Z',
      sources: [{ itemId: 'standard', rasters: { visual: expect.stringMatching(/^file:.*visual\.tif$/) } }],
      dataWkt: expect.stringMatching(/^POLYGON/),
      cloudWkt: null,
      gsdMetres: 1,
      ageClass: 'standard',
      areaSqkm: 24,
      properties: { datetime: '2024-05-01T10:00:00Z', gsd: 1, platform: 'one' },
    });
  });
});

describe('an order of acquisitions', () => {
  test('has all their cells, or those that are named', async () => {
    expect((await order({ acquisitions: ['fresh', 'standard'] })).tiles.total).toBe(4);
    await order({ acquisitions: [{ id: 'fresh', cells: [cells[1]] }, 'standard'] });
    expect(last().tiles.map(({ acquisitionId, cellId }) => [acquisitionId, cellId])).toEqual([
      ['standard', cells[0]],
      ['fresh', cells[1]],
      ['standard', cells[1]],
    ]);
  });

  test('costs what the select of the same costs', async () => {
    const bbox = [15.01, 46.96, 15.1, 46.98];
    const bySelect = await order({ select_id: await placing.select({ bbox, ids: ['fresh'] }) });
    const byIds = await order({ acquisitions: ['fresh'], bbox });
    expect(byIds.usage).toEqual(bySelect.usage);
    expect(byIds.fingerprint).toBe(bySelect.fingerprint);
  });

  test('tells of each that is not there, and of each cell', async () => {
    const elsewhere = 'Z33-102222202220';
    const { warnings, tiles } = await order({
      acquisitions: [{ id: 'fresh', cells: [cells[0], elsewhere] }, 'nothing', { id: 'standard', cells: [elsewhere] }],
    });
    expect(tiles.total).toBe(1);
    expect(warnings).toEqual([
      `acquisitions: fresh has nothing in ${elsewhere}`,
      'acquisitions: nothing has nothing',
      'acquisitions: standard has nothing in the cells that are named',
    ]);
  });

  test('one in pieces has the newest uppermost', async () => {
    await order({ acquisitions: ['in-pieces'] });
    const sources = last().tiles.map(({ sources: each }) => each.map(({ itemId }) => itemId));
    expect(sources).toEqual([['piece-2', 'piece-1'], ['piece-1']]);
  });
});

const products = (number = 0) =>
  Object.entries(last().tiles[number]!.sources[0]!.rasters).map(([product, href]) => [product, href.split('/').at(-1)]);

describe('the files of a tile', () => {
  test('are those that the item has and the settings ask for', async () => {
    await order({ acquisitions: ['all-products'] });
    expect(products()).toEqual([
      ['visual', 'v.tif'],
      ['ms', 'ms.tif'],
      ['pan', 'pan.tif'],
    ]);
    await order({ acquisitions: ['all-products'], settings: { visual: false, pan_analytic: false } });
    expect(products()).toEqual([['ms', 'ms.tif']]);
  });

  test('imagery that does not say what it is, is a picture or measurements by its header', async () => {
    await order({ acquisitions: ['picture'] });
    expect(products()).toEqual([['visual', 'picture.tif']]);
    await order({ acquisitions: ['measured'] });
    expect(products()).toEqual([['ms', 'measured.tif']]);
  });

  test('where some have none of what is asked for, they are left out, and it is told', async () => {
    const settings = { visual: false };
    const alone = await order({ acquisitions: ['measured'], settings });
    const { warnings, tiles, usage, acquisitions } = await order({ acquisitions: ['fresh', 'measured'], settings });
    expect({ tiles, usage, acquisitions }).toEqual({
      tiles: alone.tiles,
      usage: alone.usage,
      acquisitions: alone.acquisitions,
    });
    const told = 'settings: tiles of fresh have none of what is switched on and are left out: ms, pan';
    expect(warnings).toEqual([told, expect.stringContaining('delivers the same to the same place')]);
  });

  test('masks alone are asked for; clouds that nobody has drawn are none', async () => {
    const masks = { visual: false, ms_analytic: false, pan_analytic: false };
    expect((await order({ acquisitions: ['fresh'], settings: masks })).tiles.total).toBe(2);
    const clouds = { acquisitions: ['fresh'], settings: { ...masks, data_mask: false } };
    await expect(order(clouds)).rejects.toThrow('none of the acquisitions has what is switched on: cloud_mask');
  });
});

const keyOf = async (more: object) => (await order({ acquisitions: ['fresh'], ...more })).contentKey;

describe('where it is delivered', () => {
  test('in the managed bucket each order has a folder of its own', async () => {
    const plain = await order({ acquisitions: ['fresh'], bucket: 'managed' });
    const below = await order({ acquisitions: ['fresh'], bucket: 'managed', prefix: 'x/y' });
    expect([plain.output.prefix, below.output.prefix]).toEqual([plain.id, `${below.id}/x/y`]);
    expect(below.output.shown).toEqual({ bucket: 'managed', prefix: 'x/y' });
    const again = await order({ acquisitions: ['fresh'], bucket: 'managed', prefix: 'x/y' });
    expect(again.warnings).toEqual([`order ${below.id} delivers the same to the same place`]);
  });

  test('the same to the same place is told, and other settings, tiles, prefixes and accounts are not the same', async () => {
    const body = { acquisitions: ['fresh'], prefix: 'twins' };
    const first = await order(body);
    expect((await order({ ...body, metadata: 'other' })).warnings).toEqual([
      `order ${first.id} delivers the same to the same place`,
    ]);
    for (const other of [
      { settings: { grid: 'cell' } },
      { acquisitions: ['standard'] },
      { acquisitions: [{ id: 'fresh', cells: [cells[0]] }] },
      { prefix: 'twin' },
    ])
      expect((await order({ ...body, ...other })).warnings).toEqual([]);
    const { account } = placing.customer;
    const stranger = { account: { ...account, id: 'another' } };
    expect((await order(body, { customer: stranger })).warnings).toEqual([]);
  });

  test('the content is another for other settings, and for another area only where it is clipped', async () => {
    const [west, east] = [
      [15.01, 46.96, 15.03, 46.98],
      [15.01, 46.96, 15.04, 46.98],
    ];
    expect(await keyOf({ bbox: west })).toBe(await keyOf({ bbox: east }));
    const settings = { clip_to_aoi: true };
    expect(await keyOf({ bbox: west, settings })).not.toBe(await keyOf({ bbox: east, settings }));
    expect(await keyOf({})).not.toBe(await keyOf({ settings: { data_mask: false } }));
  });
});

describe('a dry run', () => {
  test('answers as the order would, stores nothing and leaves nothing', async () => {
    const before = placing.orders.placements.length;
    const limits = { ...placing.customer.organization.limits, annual_subscription_fee_limit: 100 };
    const customer = { organization: { ...placing.customer.organization, limits } };
    const body = { bucket: 'deliveries', prefix: 'dry/run', acquisitions: ['fresh'], dry_run: true };
    const run = await placing.place(body, { customer });
    expect(run).toMatchObject({
      kind: 'dry_run',
      available: { fresh: -1, standard: -1, training: -1, total: 100 },
      order: { usage: { cost: { fresh: 96 } }, acquisitions: [{ id: 'fresh', cost: 96 }], warnings: [] },
    });
    expect(placing.orders.placements.length).toBe(before);
    const bucket = join(placing.archive.dataFolder, 'buckets', 'deliveries');
    const left = existsSync(bucket) ? readdirSync(bucket, { recursive: true, withFileTypes: true }) : [];
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test('without prices nothing has a cost', async () => {
    const organization = { ...placing.customer.organization, prices: { ...prices, fresh_imagery_price: null } };
    const { usage, acquisitions } = await order(
      { acquisitions: ['fresh'], dry_run: true },
      { customer: { organization } },
    );
    expect([usage.cost.fresh, acquisitions[0]!.cost]).toEqual([null, null]);
  });
});
