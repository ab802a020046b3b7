import { Type } from 'typebox';
import { defaultBounds } from '../../catalog/filter-bounds.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { isObject, refuse } from '../../catalog/refuse.ts';
import { keyIdOf } from '../../accounts/principal.ts';
import { findOrder } from '../../orders/find-order.ts';
import type { Order } from '../../orders/order.ts';
import { placeOrder } from '../../orders/placing/place-order.ts';
import { readOrderRequest } from '../../orders/request/read-order.ts';
import type { Service } from '../../service.ts';
import { callerGone } from '../caller-gone.ts';
import { operation } from '../route.ts';
import { readIdempotencyKey } from '../wire/orders/idempotency-key.ts';
import { idParameter } from '../wire/parts/id-parameter.ts';
import { orderBody, orderHeaders } from '../wire/orders/order-body.ts';
import { dryRunRecord } from '../wire/orders/dry-run-record.ts';
import { readOrderListing } from '../wire/orders/order-listing.ts';
import { listedOrderRecord, orderRecord } from '../wire/orders/order-record.ts';
import { byOrderId, dryRunSchema, orderPageSchema, orderQuery, orderSchema } from '../wire/orders/order-schemas.ts';

const tag = 'Order';

export const order = operation({
  summary: 'Order imagery',
  description:
    'What a select has chosen, or acquisitions by name, cut to the cells of the imagery grid and delivered to a bucket. ' +
    'All of it is checked before the answer, the bucket last: what can be refused is refused here. ' +
    'An order with `dry_run` ends there. A key in `Idempotency-Key` makes it safe to send an order again: ' +
    'the answer is then the same order, with `Idempotency-Replayed: true`.',
  tag,
  body: orderBody,
  headers: orderHeaders,
  isBodyOptional: true,
  checksOwnBody: true,
  mostPositions: defaultBounds.maxVertices,
  errors: [422, 500, 507],
  sends: ['idempotency-replayed'],
  answers: { 200: Type.Union([orderSchema, dryRunSchema]) },
  handle: async (service, { body, principal, request, reply }) => {
    const asked = readOrderRequest(isObject(body) ? body : refuse('body', 'must be an object'));
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    const placed = await placeOrder(service, principal, asked, {
      idempotencyKey,
      keyId: keyIdOf(principal),
      beforePlacing: () => service.room.require(),
      signal: callerGone(reply),
    });
    if (placed.kind === 'dry_run') return dryRunRecord(placed, service.clock.nowMs());
    if (placed.isReplayed) void reply.header('idempotency-replayed', 'true');
    return recordOf(service, placed.order);
  },
});

export const find = operation({
  summary: 'Look up an order, or list them',
  description: "With an id it answers that order. Without one it lists the caller's orders, newest first.",
  tag,
  query: orderQuery,
  checksOwnBody: true,
  errors: [404],
  answers: { 200: Type.Union([orderSchema, orderPageSchema]) },
  handle: async (service, call) => {
    const query = call.query as QueryParameters;
    const id = idParameter(query, idNames);
    if (id !== null) return recordOf(service, await findOrder(service, call.principal, id));
    const page = await service.orders.list(call.principal.account.id, readOrderListing(query));
    const needs = recordNeeds(service);
    return { data: page.data.map((listed) => listedOrderRecord(listed, needs)), has_more: page.hasMore };
  },
});

export const read = operation({
  summary: 'An order by its id',
  tag,
  params: byOrderId,
  errors: [404],
  answers: { 200: orderSchema },
  handle: async (service, { principal, params }) => recordOf(service, await findOrder(service, principal, params.id)),
});

const idNames = new Set(['id', 'orderid']);

export const recordOf = (service: Pick<Service, 'config' | 'clock'>, found: Order) =>
  orderRecord(found, recordNeeds(service));

const recordNeeds = ({ config, clock }: Pick<Service, 'config' | 'clock'>) => ({
  baseUrl: config.baseUrl,
  nowMs: clock.nowMs(),
});
