import { createHash } from 'node:crypto';
import type { Order } from '../../../server/src/orders/order.ts';
import type { ClaimedOrder, OrderEnd } from '../../../server/src/orders/ports.ts';
import type { FinishNeeds } from '../../../server/src/orders/delivery/finish-order.ts';
import { itemKey, tileFileKey } from '../../../server/src/orders/delivery/layout.ts';
import type { DeliveredFile, OrderTile, TileSpec } from '../../../server/src/orders/tile.ts';

export const orderedAtMs = Date.UTC(2026, 3, 30, 8, 0, 0, 5);
export const orderId = '5850000000000000001';
export const acquisitionId = '103001005D31F500';

/** Zone 33; about a quarter of its cell. */
export const spec: TileSpec = {
  acquisitionId,
  collection: 'demo',
  cellId: 'Z33-120000022000',
  datetime: '2020-03-04T10:11:12.123456Z',
  sources: [{ itemId: 'strip-1', rasters: { visual: '/archive/strip-1.tif' } }],
  dataWkt: 'POLYGON ((15.01 45.12, 15.04 45.12, 15.04 45.14, 15.01 45.14, 15.01 45.12))',
  cloudWkt: 'POLYGON ((15.01 45.12, 15.02 45.12, 15.02 45.14, 15.01 45.14, 15.01 45.12))',
  gsdMetres: 0.35,
  ageClass: 'fresh',
  areaSqkm: 25,
  properties: { platform: 'worldview-02', 'view:off_nadir': 12.5, 'eo:cloud_cover': 3, constellation: null },
};

export const order: Order = {
  id: orderId,
  accountId: 'account',
  organizationId: 'organization',
  state: 'RUNNING',
  createdAtMs: orderedAtMs,
  changedAtMs: orderedAtMs,
  finishedAtMs: null,
  failure: null,
  asSent: { select_id: '1', output_config: { prefix: 'a/b', bucket: 'demo' } },
  selectId: '1',
  settings: {
    isHd: false,
    isClipped: false,
    grid: 'source',
    rasters: ['visual'],
    hasDataMask: true,
    hasCloudMask: false,
  },
  output: {
    target: { kind: 'named', name: 'demo' },
    label: 'demo',
    identity: 'demo',
    prefix: 'a/b',
    place: 'a/b',
    shown: {},
  },
  aoi: null,
  notifications: [
    { type: 'email', address: 'someone@example.com' },
    { type: 'webhook', url: 'https://hooks.example.com/orders' },
  ],
  metadata: null,
  warnings: [],
  usage: { area: { fresh: 75, standard: 0, training: 0 }, cost: { fresh: 300, standard: 0, training: 0 } },
  settledUsage: null,
  acquisitions: [],
  tiles: { total: 3, delivered: 0, failed: 0 },
  deliveredBytes: 0,
  fingerprint: '',
  contentKey: '',
  runs: 1,
  hasManifest: false,
  isPaused: false,
};

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The objects of a tile, as small texts. */
export function objectsOf(of: TileSpec, prefix = order.output.prefix): ReadonlyMap<string, Buffer> {
  const keys = [tileFileKey(prefix, of, 'visual.tif'), tileFileKey(prefix, of, 'data-mask.gpkg'), itemKey(prefix, of)];
  return new Map(keys.map((key) => [key, Buffer.from(`bytes of ${key}`)]));
}

const fileOf = ([key, bytes]: readonly [string, Buffer]): DeliveredFile => ({
  key,
  byteLength: bytes.length,
  sha256: sha256(bytes),
  etag: null,
  contentType: 'application/octet-stream',
});

export const deliveredTile = (number: number, of: TileSpec, prefix = order.output.prefix): OrderTile => ({
  number,
  acquisitionId: of.acquisitionId,
  cellId: of.cellId,
  state: 'delivered',
  attempts: 1,
  error: null,
  files: [...objectsOf(of, prefix)].map(fileOf),
});

export const failedTile = (number: number, of: TileSpec, error: string): OrderTile => ({
  ...deliveredTile(number, of),
  state: 'failed',
  attempts: 5,
  error,
  files: [],
});

/** Three tiles of two acquisitions. */
export const threeSpecs: readonly TileSpec[] = [
  spec,
  { ...spec, cellId: 'Z33-120000022001' },
  { ...spec, acquisitionId: '104001005D31F500', datetime: '2021-01-02T03:04:05.000000Z' },
];

/** The order as it is when its tiles are settled. */
export const claim = (tiles: readonly OrderTile[], fence = 1, changes: Partial<Order> = {}): ClaimedOrder => {
  const delivered = tiles.filter(({ state }) => state === 'delivered').length;
  const counts = { total: tiles.length, delivered, failed: tiles.length - delivered };
  return { lease: { orderId, fence }, order: { ...order, tiles: counts, ...changes }, credentials: null };
};

export type Calls = {
  readonly requeued: (readonly number[])[];
  readonly givenUp: (readonly number[])[];
  readonly postponed: { readonly retryAtMs: number; readonly error: string }[];
  readonly ends: OrderEnd[];
};

/** Holds one order; counts what is asked of it. */
export function storeOf(specs: readonly TileSpec[], tiles: readonly OrderTile[]) {
  const calls: Calls = { requeued: [], givenUp: [], postponed: [], ends: [] };
  let [now, isHeld] = [[...tiles], true];
  const orders: FinishNeeds['orders'] = {
    tiles: async (_id, { from = 0, limit = Infinity } = {}) =>
      now.filter(({ number }) => number >= from).slice(0, limit),
    specs: async (_id, numbers) => numbers.map((number) => ({ number, spec: specs[number]! })),
    progress: async () => null,
    isOrderHeld: async () => isHeld,
    requeue: async (_lease, numbers) => (isHeld ? calls.requeued.push(numbers) > 0 : false),
    giveTilesUp: async (_lease, numbers, error) => {
      if (!isHeld) return false;
      calls.givenUp.push(numbers);
      now = now.map((tile) => (numbers.includes(tile.number) ? { ...tile, state: 'failed', error, files: [] } : tile));
      return true;
    },
    postpone: async (_lease, retryAtMs, error) => (isHeld ? calls.postponed.push({ retryAtMs, error }) > 0 : false),
    finish: async (_lease, end) => (isHeld ? calls.ends.push(end) > 0 : false),
  };
  return { orders, calls, lose: () => void (isHeld = false), tilesNow: () => now };
}
