import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Placing, customerOf, startPlacing, withOrganization } from '../support/placing-fixture.ts';

let placing: Placing;
let selectId: string;
let emptyId: string;

beforeAll(async () => {
  placing = await startPlacing({ SWATH_ORDER_MOST_TILES: '4' });
  for (const id of ['fresh', 'second', 'third']) await placing.item(id);
  selectId = await placing.select();
  emptyId = await placing.select({ bbox: [100, 10, 100.01, 10.01] });
});
afterAll(() => placing.stop());

const badAddress = [{ type: 'email', address: 'no address' }];
const poor = () => {
  const { customer } = placing;
  return {
    customer: withOrganization(customer, { limits: { ...customer.organization.limits, fresh_imagery_fee_limit: 5 } }),
  };
};

describe('an order with several faults answers the first of the contract', () => {
  test('select, results, e-mail, HD, file, budget, bucket', async () => {
    const { archive } = placing;
    await placing.item('broken', {
      properties: { gsd: 0.35 },
      assets: { visual: { href: archive.file('broken.tif', new Uint8Array(9)), type: 'image/tiff' } },
    });
    const worst = { select_id: '1000000000000000001', notifications: badAddress, hd: true, bucket: 'no-such-bucket' };
    const brokenId = await placing.select({ ids: ['broken'] });
    const good = [{ type: 'email', address: 'someone@example.com' }];
    const faults = [
      [worst, 'order_refused: Select ID 1000000000000000001 not found'],
      [{ ...worst, select_id: emptyId }, `order_refused: Select ID ${emptyId} has 0 results`],
      [{ ...worst, select_id: selectId }, 'order_refused: Invalid email address in notifications: no address'],
      [{ ...worst, select_id: selectId, notifications: good }, 'hd_not_possible: fresh'],
      [
        { ...worst, select_id: brokenId, notifications: good },
        'order_refused: the imagery of acquisition broken cannot be read: the image cannot be read: a file that is not a TIFF is not supported',
      ],
      [
        { select_id: selectId, bucket: 'no-such-bucket' },
        'order_refused: the order costs 96 of fresh_imagery_fee_limit, of which 5 is left this year',
      ],
    ] as const;
    for (const [body, reason] of faults) expect(await placing.refused(body, poor())).toBe(reason);
    expect(await placing.refused({ select_id: selectId, bucket: 'no-such-bucket' })).toMatch(
      /^order_refused: Unable to write to bucket no-such-bucket: /,
    );
    expect(placing.orders.placements).toEqual([]);
  });
});

const refused = (select_id: string, more: object = {}, change = {}) =>
  placing.refused({ select_id, bucket: 'deliveries', ...more }, change);

describe('a select that cannot be ordered', () => {
  test.each(['x', 'Q585', '1', '1000000000000000001', '../../etc/passwd', "' OR 1=1 --", 'ü'.repeat(50)])(
    'unknown: %j',
    async (id) => {
      expect(await refused(id)).toBe(`order_refused: Select ID ${id} not found`);
    },
  );

  test('a long id is not repeated whole', async () => {
    expect((await refused('7'.repeat(10_000))).length).toBeLessThan(200);
  });

  test("another account's", async () => {
    const stranger = await customerOf(placing.archive);
    expect(await refused(selectId, {}, { customer: stranger })).toBe(`order_refused: Select ID ${selectId} not found`);
  });

  test('expired', async () => {
    const days = 31 * 86_400_000;
    placing.clock.advance(days);
    expect(await refused(selectId)).toBe(`order_refused: Select ID ${selectId} not found`);
    placing.clock.advance(-days);
  });

  test('swept after it was looked up', async () => {
    const { selections } = placing.needs;
    const swept = '1999999999999999999';
    const needs = { selections: { ...selections, packedCells: () => selections.packedCells(swept) } };
    expect(await refused(selectId, {}, { needs })).toBe(`order_refused: Select ID ${swept} not found`);
  });

  test('still running, and failed', async () => {
    const { selections } = placing.archive.service;
    const { account } = placing.customer;
    const known = (await selections.byId(account.id, selectId, placing.clock.nowMs()))!;
    const [running, failed] = ['2000000000000000001', '2000000000000000002'] as const;
    const lease = placing.clock.nowMs() + 1e9;
    await selections.create({ ...known, id: running, status: 'RUNNING', summary: null }, null, lease);
    await selections.create({ ...known, id: failed, summary: null }, { status: 'FAILED', failure: 'too large' }, null);
    expect(await refused(running)).toBe(
      `order_refused: Select ID ${running} is still running: order it when it has succeeded`,
    );
    expect(await refused(failed)).toBe(`order_refused: Select ID ${failed} has failed: too large`);
  });

  test('of too many tiles, refused by their number', async () => {
    const many = await placing.select({ ids: ['fresh', 'second', 'third'] });
    const reason = 'order_refused: the order has 6 tiles, it must have at most 4: order in parts';
    expect(await refused(many)).toBe(reason);
    expect(await placing.refused({ acquisitions: ['fresh', 'second', 'third'], bucket: 'deliveries' })).toBe(reason);
  });

  test('without an area, when it is to be clipped', async () => {
    expect(await refused(selectId, { settings: { clip_to_aoi: true } })).toBe(
      `order_refused: settings.clip_to_aoi needs an area, and Select ID ${selectId} has none`,
    );
  });

  test('whose collection was taken from the customer since', async () => {
    expect(await refused(selectId, {}, { customer: { collections: ['others'] } })).toBe(
      'order_refused: these acquisitions are not in the catalogue any more: fresh',
    );
  });

  test('whose item was deleted since', async () => {
    await placing.item('short-lived');
    const id = await placing.select({ ids: ['short-lived', 'fresh'] });
    await placing.archive.service.catalog.deleteItem('scenes', 'short-lived', null);
    expect(await refused(id)).toBe('order_refused: these acquisitions are not in the catalogue any more: short-lived');
  });
});

describe('acquisitions of which there is nothing', () => {
  test.each<[object, string]>([
    [{ acquisitions: ['nothing', 'nowhere'] }, 'acquisitions: nothing has nothing; nowhere has nothing'],
    [{ acquisitions: ['fresh'], bbox: [1, 1, 2, 2] }, 'acquisitions: fresh has nothing within the area'],
    [
      { acquisitions: [{ id: 'fresh', cells: ['Z01-000000000000'] }] },
      'acquisitions: fresh has nothing in the cells that are named',
    ],
  ])('%j', async (body, reason) => {
    expect(await placing.refused({ bucket: 'deliveries', ...body })).toBe(`order_refused: ${reason}`);
  });

  test('ten thousand of them make a short answer', async () => {
    const acquisitions = Array.from({ length: 10_000 }, (_, i) => `nothing-${i}`);
    const reason = await placing.refused({ bucket: 'deliveries', acquisitions });
    expect(reason).toMatch(/; 9980 others have nothing$/);
    expect(reason.length).toBeLessThan(2_000);
  });

  test('an id that is an item’s says whose it is, to who may see it', async () => {
    await placing.item('a-piece', { properties: { catalog_id: 'the-whole' } });
    const body = { bucket: 'deliveries', acquisitions: ['a-piece'] };
    expect(await placing.refused(body)).toBe(
      'order_refused: acquisitions: a-piece is an item of acquisition the-whole: order that',
    );
    expect(await placing.refused(body, { customer: { collections: [] } })).toBe(
      'order_refused: acquisitions: a-piece has nothing',
    );
  });

  test('what the customer may not see is not there', async () => {
    const customer = { collections: [] };
    expect(await placing.refused({ bucket: 'deliveries', acquisitions: ['fresh'] }, { customer })).toBe(
      'order_refused: acquisitions: fresh has nothing',
    );
  });
});

describe('what only the store can tell', () => {
  test.each([
    [{ outcome: 'mismatch' }, 'idempotency_mismatch: idempotency_mismatch'],
    [
      { outcome: 'over_limit', limit: 'annual_subscription_fee_limit', available: 3, asked: 96 },
      'order_refused: the order costs 96 of annual_subscription_fee_limit, of which 3 is left this year',
    ],
    [
      { outcome: 'foreign_bucket' },
      "order_refused: bucket deliveries is another organization's: an administrator can grant it to yours, or choose another",
    ],
    [
      { outcome: 'occupied', orderId: '3000000000000000001' },
      'order_refused: bucket deliveries has tiles of order 3000000000000000001 with other settings at this prefix: choose another prefix',
    ],
  ] as const)('%j', async (outcome, reason) => {
    placing.orders.answerNext(outcome);
    expect(await placing.refused({ acquisitions: ['fresh'], bucket: 'deliveries' })).toBe(reason);
  });
});
