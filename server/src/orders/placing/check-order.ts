import { type Visibility, visibilityOfGrants } from '../../catalog/visibility.ts';
import type { Balance } from '../../usage/balance.ts';
import type { Order } from '../order.ts';
import type { OrderRequest } from '../request/order-request.ts';
import type { TileSpec } from '../tile.ts';
import type { AskedTiles } from './asked-tiles.ts';
import { checkBucket } from './check-bucket.ts';
import { checkBudget } from './check-budget.ts';
import { checkHd } from './check-hd.ts';
import { checkNotifications } from './check-notifications.ts';
import { findItems } from './find-items.ts';
import { contentKeyOf, fingerprintOf } from './fingerprint.ts';
import { leaveOutBare } from './leave-out-bare.ts';
import { leaveOutUnlike } from './leave-out-unlike.ts';
import { lookAtImagery } from './look-at-imagery.ts';
import { newOrder } from './new-order.ts';
import { sharesOf, usageOfTiles } from './order-usage.ts';
import type { Customer, PlacingNeeds } from './placing-needs.ts';
import { neededFiles, rastersOf, tileSpecs } from './tile-specs.ts';
import { tilesOfAcquisitions } from './tiles-of-acquisitions.ts';
import { tilesOfSelect } from './tiles-of-select.ts';

/** An order that could be placed. */
export type CheckedOrder = {
  readonly order: Order;
  readonly tiles: readonly TileSpec[];
  /** What the organization has left without it. */
  readonly available: Balance;
};

/** In the order of the contract: select, results, notifications, HD, files, budget, and the bucket last. */
export async function checkOrder(
  service: PlacingNeeds,
  customer: Customer,
  request: OrderRequest,
  signal?: AbortSignal,
): Promise<CheckedOrder> {
  const { organization } = customer;
  const { settings, destination } = request;
  const visibility = visibilityOfGrants(customer.collections);
  const asked = await tilesAskedFor(service, customer, visibility, request, signal);
  checkNotifications(service, request);
  const { specs, warnings } = await specsOf(service, visibility, asked, request, signal);
  const usage = usageOfTiles(specs, organization.prices);
  const available = await checkBudget(service, organization, usage);
  const contentKey = contentKeyOf(service, settings, asked.aoi);
  const bucket = await checkBucket(service, customer, destination, contentKey);
  const { identity, place } = bucket;
  const fingerprint = fingerprintOf(service, { identity, place, contentKey, tiles: specs });
  const twin = await service.orders.identical(customer.account.id, fingerprint);
  const twinWarning = twin === null ? [] : [`order ${twin} delivers the same to the same place`];
  const order = newOrder(service.clock.nowMs(), customer, request, {
    aoi: asked.aoi,
    bucket,
    usage,
    acquisitions: sharesOf(specs, organization.prices),
    tiles: specs.length,
    warnings: [...request.warnings, ...asked.warnings, ...warnings, ...twinWarning],
    contentKey,
    fingerprint,
  });
  return { order, tiles: specs, available };
}

function tilesAskedFor(
  service: PlacingNeeds,
  customer: Customer,
  visibility: Visibility,
  { selectId, acquisitions, aoi, settings }: OrderRequest,
  signal?: AbortSignal,
): Promise<AskedTiles> {
  return selectId === null
    ? tilesOfAcquisitions(service, customer, visibility, { acquisitions: acquisitions ?? [], aoi }, signal)
    : tilesOfSelect(service, customer, selectId, settings);
}

async function specsOf(
  service: PlacingNeeds,
  visibility: Visibility,
  { tiles }: AskedTiles,
  { settings }: OrderRequest,
  signal?: AbortSignal,
) {
  const items = await findItems(service, visibility, tiles, signal);
  // What the unsorted are, only their files tell: they are given the benefit of the doubt until then.
  if (settings.isHd)
    checkHd(service.config, tiles, items, (item) => item.known.visual !== undefined || item.unsorted !== null);
  const { products, rasters, warnings } = await lookAtImagery(service, neededFiles(tiles, items, settings), signal);
  if (settings.isHd) checkHd(service.config, tiles, items, (item) => rastersOf(item, products).visual !== undefined);
  const ordered = leaveOutBare(await tileSpecs(tiles, items, settings, products), settings);
  const alike = leaveOutUnlike(ordered.specs, { items, rasters });
  return { specs: alike.specs, warnings: [...warnings, ...ordered.warnings, ...alike.warnings] };
}
