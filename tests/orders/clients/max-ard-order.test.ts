import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiff } from '../../http/imagery/picture-archive.ts';
import { inZone } from '../../imagery/jobs/georeferenced.ts';
import { changeAccount } from '../../support/accounts.ts';
import { findMaxArd } from '../../support/max-ard.ts';
import { acquisitions, bucketFolder, cells } from './support-delivery-service.ts';
import { type MaxArdService, startMaxArdService } from './support-max-ard-service.ts';

const python = findMaxArd();

type Spent = { readonly area: Record<string, unknown>; readonly cost: Record<string, unknown> };
type Seen = {
  readonly id: string;
  readonly status: string;
  readonly message: string;
  readonly usage: Spent;
  /** Submitted, running, finished, succeeded, failed. */
  readonly flags: readonly boolean[];
  readonly shown: string;
};
type Ended = Seen & {
  readonly first: readonly string[];
  readonly usage_at_first: Spent;
  readonly details: Record<string, unknown>;
};
type Told<T> = { readonly value?: T; readonly error?: string; readonly message?: string };
type Report = Readonly<Record<'by_select' | 'by_acquisitions' | 'by_collection' | 'by_area', Told<Ended>>> & {
  readonly dry_run: Told<Seen>;
  readonly usage: Told<Record<'account' | 'user' | 'long_ago', Spent & { readonly available: object }>>;
  readonly commands: Told<Record<string, string>>;
} & Readonly<Record<string, Told<unknown>>>;

const pricePerSqkm = 2;
/** What all orders of the script come to leaves less than what the last one would cost. */
const yearlyLimit = 590;

describe.skipIf(python === null)('max_ard, unchanged but for the host', () => {
  let swath: MaxArdService;
  let told: Report;

  beforeAll(async () => {
    swath = await startMaxArdService({ SWATH_TILE_ATTEMPTS: '1' });
    const self = await swath.send('GET', '/auth/self');
    await changeAccount(swath.url, swath.token, self.json<Self>().user.user_id, {
      prices: { training_imagery_price: pricePerSqkm },
      limits: { annual_subscription_fee_limit: yearlyLimit },
    });
    told = await swath.runMaxArd<Report>(python!, './max_ard_order.py', {
      select: { bbox: [15, 45.1, 15.13, 45.15], stack_depth: 2 },
      destination: 's3://demo/orders',
      acquisition: acquisitions.wide,
      damaged: await storeDamaged(swath),
      cell: cells.west,
      area: 'POLYGON ((15.0 45.1, 15.05 45.1, 15.05 45.14, 15.0 45.14, 15.0 45.1))',
    });
  }, 120_000);
  afterAll(() => swath?.stop());

  test('Order(dry_run=True).submit(): usage and cost, and nothing is ordered or written', () => {
    expect(told.dry_run).toEqual({
      value: {
        id: 'dry run',
        status: 'SUCCEEDED',
        message: 'Order dry-run validation successful.',
        usage: spent(68, { isEstimate: true }),
        flags: [true, false, true, true, false],
        shown: '<Order dry run (SUCCEEDED)>',
        orders: 0,
      },
    });
    expect(existsSync(join(bucketFolder(swath, 'demo'), 'orders/dry'))).toBe(false);
  });

  test('Order(select_id).submit(): runs, is polled to its end and has the usage that was announced', () => {
    const { value, error } = told.by_select;
    expect(error).toBeUndefined();
    expect(value).toMatchObject({
      status: 'SUCCEEDED',
      first: ['RUNNING', 'Order submitted and running.'],
      flags: [true, false, true, true, false],
      usage: spent(68, { isEstimate: false }),
    });
    expect(value!.usage_at_first.area['total_imagery_sqkm']).toBe(68);
    expect(value!.id).toMatch(/^\d{19}$/);
    expect(value!.details).toMatchObject({
      output_config: { bucket: 'demo', prefix: 'orders' },
      metadata: { customer: 'north' },
      notifications: [{ type: 'email', address: 'customer@example.com' }],
    });
    expect(existsSync(join(bucketFolder(swath, 'demo'), `orders/${value!.id}-manifest.json`))).toBe(true);
  });

  test.each([
    ['by_acquisitions', 24, { bucket: 'demo', prefix: 'orders/cells' }],
    ['by_collection', 72, { bucket: 'demo', prefix: 'orders/whole' }],
    ['by_area', 14, { amazon_s3: { bucket: 'demo', prefix: 'areas' } }],
  ] as const)('Order(acquisitions).submit(), %s: %d sq.km', (name, sqkm, output) => {
    expect(told[name].value).toMatchObject({
      status: 'SUCCEEDED',
      usage: spent(sqkm, { isEstimate: false }),
      details: { output_config: output },
    });
  });

  test('an order that ends badly: failed, with the reason, at no cost', () => {
    expect(told['failed']!.value).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('103001005D31F700/visual: the image file is damaged') as unknown,
      flags: [true, false, true, false, true],
      usage: { area: { total_imagery_sqkm: 0 }, cost: { total_imagery_cost: 0 } },
    });
  });

  test.each([
    ['unknown_select', 'BadARDRequest', 'Select ID 1234567890123456789 not found'],
    ['unknown_bucket', 'BadARDRequest', 'Unable to write to bucket no-such-bucket'],
    ['both', 'BadARDRequest', 'exclude each other'],
    ['neither', 'BadARDRequest', 'select_id'],
    ['no_bucket', 'BadARDRequest', 'no bucket is named'],
    ['high_definition', 'BadARDRequest', `${acquisitions.wide}, ${acquisitions.other}`],
    ['bad_address', 'BadARDRequest', 'Invalid email address in notifications: no address'],
    ['topic', 'BadARDRequest', "notifications[0].type is 'sns'"],
    ['google', 'BadARDRequest', 'output_config.google_cloud_storage'],
    ['azure', 'BadARDRequest', 'output_config.azure_blob_storage'],
    ['role', 'BadARDRequest', 'not set up to sign requests to S3'],
    ['bad_area', 'GeometryException', 'Problem with intersects/bbox'],
    ['over_limit', 'BadARDRequest', 'limit'],
    ['unknown_order', 'MissingARDResource', 'Not Found'],
  ])('what is refused reaches its user: %s', (name, error, message) => {
    expect(told[name]).toEqual({ error, message: expect.stringContaining(message) as unknown });
  });

  test('AccountManager: usage of the account and of the user, within dates, and what is left', () => {
    const { account, user, long_ago: longAgo } = told.usage.value!;
    const sqkm = 68 + 24 + 72 + 14;
    expect(account).toMatchObject(spent(sqkm, { isEstimate: false }));
    expect(account.available).toMatchObject({ total_imagery_balance: yearlyLimit - sqkm * pricePerSqkm });
    expect(user).toMatchObject(spent(sqkm, { isEstimate: false }));
    expect(longAgo).toMatchObject(spent(0, { isEstimate: false }));
  });

  test('the commands order submit, order status, account and usage', () => {
    const said = told.commands.value!;
    expect(said['submit']).toMatch(/^Order \d{19} has been submitted/);
    expect(said['piped']).toContain('Dry run successful');
    expect(said['status']).toBe('SUCCEEDED\n');
    expect(said['raw']).toContain("'prefix': 'orders/cli'");
    expect(said['unknown']).toBe('Not Found\n');
    expect(said['refused']).toContain('Unable to write to bucket no-such-bucket');
    expect(said['account']).toContain(`Area: ${yearlyLimit} sq.km`);
    expect(said['usage']).toContain(`Account limit: $${yearlyLimit}.00`);
  });
});

type Self = { readonly user: { readonly user_id: string } };

function spent(sqkm: number, { isEstimate }: { readonly isEstimate: boolean }) {
  const cost = sqkm * pricePerSqkm;
  return {
    area: expect.objectContaining({
      training_imagery_sqkm: sqkm,
      total_imagery_sqkm: sqkm,
      estimate: isEstimate,
    }) as unknown,
    cost: expect.objectContaining({
      training_imagery_cost: cost,
      total_imagery_cost: cost,
      estimate: isEstimate,
    }) as unknown,
  };
}

/** Its header is sound, so that it can be ordered; its pixels cannot be decoded. */
async function storeDamaged(archive: MaxArdService): Promise<string> {
  // Away from what is selected.
  const [id, west, north] = ['103001005D31F700', 560_100, 4_999_900];
  const bytes = inZone(32633, west, north, 10, { width: 300, height: 300 });
  bytes.fill(0xff, 16, 20_000);
  const href = archive.file('damaged.tif', bytes);
  const bounds = [west, north - 3_000, west + 3_000, north] as const;
  await archive.item(id, { bounds, assets: { visual: tiff(href) }, properties: { datetime: '2019-01-01T00:00:00Z' } });
  return id;
}
