import { cancelOrder } from '../../orders/cancel-order.ts';
import { readRetryRequest } from '../../orders/read-retry.ts';
import { retryOrder } from '../../orders/retry-order.ts';
import { findOrder } from '../../orders/find-order.ts';
import { callerGone } from '../caller-gone.ts';
import { operation } from '../route.ts';
import { byOrderId, orderSchema, retryBody } from '../wire/orders/order-schemas.ts';
import { recordOf } from './orders.ts';

const tag = 'Order';

export const cancel = operation({
  summary: 'Cancel an order',
  description:
    'Tiles that are delivered stay in the bucket and are paid; the others are not cut. An order that has ended is 409.',
  tag,
  params: byOrderId,
  errors: [404, 409],
  answers: { 200: orderSchema },
  handle: async (service, { principal, params }) =>
    recordOf(service, await cancelOrder(service, await findOrder(service, principal, params.id))),
});

export const retry = operation({
  summary: 'Deliver the failed tiles of an order again',
  description:
    'Of an order that has ended with failed tiles; any other is 409. Credentials of a bucket are forgotten when an ' +
    'order ends: where it had some, `output_config` gives them again.',
  tag,
  params: byOrderId,
  body: retryBody,
  isBodyOptional: true,
  checksOwnBody: true,
  takesRoom: true,
  errors: [404, 409],
  answers: { 200: orderSchema },
  handle: async (service, { principal, params, body, reply }) => {
    const asked = readRetryRequest(body);
    const found = await findOrder(service, principal, params.id);
    return recordOf(service, await retryOrder(service, principal, found, { asked, signal: callerGone(reply) }));
  },
});
