import { addressesOf } from '../../../orders/order-addresses.ts';
import {
  type AcquisitionShare,
  type ListedOrder,
  type NotificationTarget,
  type Order,
  type OrderSettings,
  statusOf,
} from '../../../orders/order.ts';
import type { OrderProgress } from '../../../orders/ports.ts';
import { toInstant } from '../../../shared/dates.ts';
import { spentRecord } from '../../../usage/usage-record.ts';
import { progressRecord } from './order-progress.ts';
import { statusMessage } from './order-status.ts';
import { shownUrl } from '../../../notifications/shown-url.ts';

/** What a record takes from around the order. */
export type OrderRecordNeeds = { readonly baseUrl: string; readonly nowMs: number };

export function orderRecord(order: Order, needs: OrderRecordNeeds) {
  const listed = listedOrderRecord(order, needs);
  return { ...listed, order: { ...listed.order, acquisitions: order.acquisitions.map(acquisitionRecord) } };
}

/** Without what can be too long for a list. */
export function listedOrderRecord(order: ListedOrder, { baseUrl, nowMs }: OrderRecordNeeds) {
  return {
    ...stateRecord(order, nowMs),
    order: {
      usage: spentRecord(order.usage, { isEstimate: order.state === 'RUNNING' }),
      select_id: order.selectId,
      output_config: order.output.shown,
      settings: settingsRecord(order.settings),
      notifications: order.notifications.map(notificationRecord),
      metadata: order.metadata ?? null,
      request: requestRecord(order),
    },
    metadata: order.metadata ?? null,
    warnings: order.warnings,
    links: linksOf(baseUrl, order.id),
    response_timestamp: toInstant(nowMs),
  };
}

/** How far it is: all that an event tells. */
export function stateRecord(order: OrderProgress, nowMs: number) {
  return {
    id: order.id,
    order_id: order.id,
    status: statusOf(order.state),
    state: order.state,
    status_message: statusMessage(order),
    progress: progressRecord(order, nowMs),
    created: toInstant(order.createdAtMs),
    modified: toInstant(order.changedAtMs),
  };
}

export const acquisitionRecord = ({ id, collection, tiles, areaSqkm, cost }: AcquisitionShare) => ({
  id,
  collection,
  tiles,
  area_sqkm: areaSqkm,
  cost,
});

/** Under the names that requests use. */
export const settingsRecord = ({ isHd, isClipped, grid, rasters, hasDataMask, hasCloudMask }: OrderSettings) => ({
  hd: isHd,
  clip_to_aoi: isClipped,
  grid,
  visual: rasters.includes('visual'),
  ms_analytic: rasters.includes('ms'),
  pan_analytic: rasters.includes('pan'),
  data_mask: hasDataMask,
  cloud_mask: hasCloudMask,
});

const notificationRecord = (target: NotificationTarget) =>
  target.type === 'email' ? target : { type: target.type, url: shownUrl(target.url) };

function requestRecord({ asSent, notifications: targets }: ListedOrder) {
  const { notification, notifications, ...members } = asSent;
  const isGiven = notification !== undefined || notifications !== undefined;
  return isGiven ? { ...members, notifications: targets.map(notificationRecord) } : members;
}

function linksOf(baseUrl: string, id: string) {
  const { order: self, manifest, files } = addressesOf(baseUrl, id);
  return {
    self,
    status: `${baseUrl}/order/status/${id}`,
    events: `${self}/events`,
    tiles: `${self}/tiles`,
    manifest,
    files,
    cancel: `${self}/cancel`,
    retry: `${self}/retry`,
  };
}
