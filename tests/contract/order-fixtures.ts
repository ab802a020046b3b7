import { type Account, type FeeLimits, unlimited } from '../../server/src/accounts/account.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import type { Database } from '../../server/src/adapters/sql/database.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import type { Order, OrderOutput } from '../../server/src/orders/order.ts';
import {
  type Claim,
  type OrderEnd,
  type OrderListing,
  type OrderStore,
  type Placement,
} from '../../server/src/orders/ports.ts';
import type { DeliveredFile, TileSpec } from '../../server/src/orders/tile.ts';
import { yearOf } from '../../server/src/usage/balance.ts';
import { type Usage, noUsage } from '../../server/src/usage/usage.ts';
import type { FreshStore, TestStore } from './backends.ts';
import { day, newAccount, audit, now, organization, vault } from './fixtures.ts';

export const minute = 60_000;
export const yearStart = Date.UTC(2026, 0, 1);

let made = 0;

/** 19 digits, the later the higher. */
export const nextOrderId = () => String(2_000_000_000_000_000_000n + BigInt(++made));

export const costs = (fresh: number | null, standard: number | null = 0, training: number | null = 0): Usage => ({
  area: { fresh: 10, standard: 0, training: 0 },
  cost: { fresh, standard, training },
});

export const tileSpec = (number: number, change: Partial<TileSpec> = {}): TileSpec => ({
  acquisitionId: '103001005D31F500',
  collection: 'wv02',
  cellId: `Z32-${String(number).padStart(12, '0')}`,
  datetime: '2025-06-01T10:20:30.000000Z',
  sources: [{ itemId: `item-${number}`, rasters: { visual: `file:///archive/${number}.tif` } }],
  dataWkt: 'POLYGON ((9 50, 10 50, 10 51, 9 50))',
  cloudWkt: null,
  gsdMetres: 0.34,
  ageClass: 'fresh',
  areaSqkm: 25,
  properties: { 'eo:cloud_cover': 3 },
  ...change,
});

export const output = (change: Partial<OrderOutput> = {}): OrderOutput => ({
  target: { kind: 'named', name: 'demo' },
  label: 'demo',
  identity: 'named:demo',
  prefix: 'a/b',
  place: change.prefix ?? 'a/b',
  shown: { bucket: 'demo', prefix: 'a/b' },
  ...change,
});

export const managed: OrderOutput = output({ target: { kind: 'managed' }, label: 'managed', identity: 'managed' });

export const order = (owner: Account, change: Partial<Order> = {}): Order => ({
  id: nextOrderId(),
  accountId: owner.id,
  organizationId: owner.organizationId,
  state: 'RUNNING',
  createdAtMs: now,
  changedAtMs: now,
  finishedAtMs: null,
  failure: null,
  asSent: { select_id: '123', output_config: { bucket: 'demo', prefix: 'a/b' } },
  selectId: '123',
  settings: {
    isHd: false,
    isClipped: false,
    grid: 'source',
    rasters: ['visual'],
    hasDataMask: true,
    hasCloudMask: false,
  },
  output: output(),
  aoi: null,
  notifications: [{ type: 'email', address: 'ada@example.com' }],
  metadata: null,
  warnings: [],
  usage: noUsage,
  settledUsage: null,
  acquisitions: [{ id: '103001005D31F500', collection: 'wv02', tiles: 1, areaSqkm: 25, cost: null }],
  tiles: { total: 0, delivered: 0, failed: 0 },
  deliveredBytes: 0,
  fingerprint: 'fingerprint',
  contentKey: 'content',
  runs: 1,
  hasManifest: false,
  isPaused: false,
  ...change,
});

/** An order with so many tiles. */
export function placement(owner: Account, tiles = 2, change: Partial<Order> = {}, rest: Partial<Placement> = {}) {
  const placed: Placement = {
    order: order(owner, { tiles: { total: tiles, delivered: 0, failed: 0 }, ...change }),
    tiles: Array.from({ length: tiles }, (_, number) => tileSpec(number)),
    credentials: null,
    idempotency: null,
    budget: { year: yearOf(yearStart) },
    ...rest,
  };
  return placed;
}

/** Places it, and tells its id. */
export async function place(orders: OrderStore, ...what: Parameters<typeof placement>): Promise<string> {
  const placed = placement(...what);
  const outcome = await orders.place(placed);
  if (outcome.outcome !== 'placed') throw new Error(outcome.outcome);
  return placed.order.id;
}

export const key = (text: string, bodyHash = 'body', expiresAtMs = now + 30 * day) => ({
  idempotency: { key: text, bodyHash, expiresAtMs },
});

/** A login of an organization with these limits. */
export async function addOwner(db: Database, limits: Partial<FeeLimits> = {}): Promise<Account> {
  const newOrganization = organization({ limits: { ...unlimited, ...limits } });
  const input = newAccount({ organizationId: newOrganization.id });
  const outcome = await createAccountStore(db, vault).create({ ...input, newOrganization }, audit());
  if (outcome !== 'created') throw new Error(outcome);
  return input.account;
}

export const claim = (change: Partial<Claim> = {}): Claim => ({
  holder: 'worker',
  nowMs: now,
  leaseUntilMs: now + minute,
  limit: 100,
  ...change,
});

export const file = (key: string, byteLength = 100): DeliveredFile => ({
  key,
  byteLength,
  sha256: 'ab'.repeat(32),
  etag: '"etag"',
  contentType: 'image/tiff',
});

export const end = (change: Partial<OrderEnd> = {}): OrderEnd => ({
  state: 'SUCCEEDED',
  failure: null,
  hasManifest: true,
  usage: noUsage,
  notices: { mails: [], webhooks: [] },
  nowMs: now + minute,
  ...change,
});

export const listing = (change: Partial<OrderListing> = {}): OrderListing => ({
  limit: 10,
  startingAfter: null,
  endingBefore: null,
  fromMs: null,
  untilMs: null,
  filter: null,
  ...change,
});

/** Delivers whatever is due, one file of 100 bytes for each tile. */
export async function deliverAll(orders: OrderStore, nowMs = now): Promise<void> {
  for (const { lease } of await orders.claimTiles(claim({ nowMs, limit: 1_000 })))
    await orders.tileDelivered(lease, [file(`${lease.orderId}/${lease.number}.tif`)], nowMs);
}

/** Leases the one order whose tiles are settled. */
export async function claimOne(orders: OrderStore, nowMs = now) {
  const [claimed] = await orders.claimOrders(claim({ nowMs, leaseUntilMs: nowMs + minute }));
  if (claimed === undefined) throw new Error('no order is to be ended');
  return claimed;
}

/** An order of which the tiles with these numbers failed and the others were delivered, claimed to be ended. */
export async function settledOrder(
  orders: OrderStore,
  owner: Account,
  tiles: number,
  failing: readonly number[] = [],
  change: Partial<Order> = {},
) {
  const id = await place(orders, owner, tiles, change);
  for (const { lease } of await orders.claimTiles(claim({ limit: 1_000 })))
    if (failing.includes(lease.number)) await orders.tileFailed(lease, 'corrupt', null, now);
    else await orders.tileDelivered(lease, [file(`${lease.number}.tif`)], now);
  return { id, ...(await claimOne(orders)) };
}

/** What a retry is told, a day later. */
export const again = {
  specs: new Map<number, TileSpec>(),
  credentials: null,
  usage: costs(50),
  budget: { asked: costs(25), year: yearOf(now) },
  runs: 1,
  nowMs: now + day,
};

export type OrdersOfTest = { readonly store: TestStore; readonly orders: OrderStore; readonly owner: Account };

/** An empty store with one customer. */
export async function freshOrders(fresh: FreshStore): Promise<OrdersOfTest> {
  const store = await fresh();
  return { store, orders: createOrderStore(store.db, vault), owner: await addOwner(store.db) };
}
