import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { findOrder } from '../../orders/find-order.ts';
import { followOrders, markOf } from '../../orders/follow-order.ts';
import { isFinal } from '../../orders/order.ts';
import type { OrderProgress } from '../../orders/ports.ts';
import { countStreams } from '../open-streams.ts';
import { operation } from '../route.ts';
import { type EventTeller, type EventTimes, streamEvents, streamHeaders, usualTimes } from '../stream-events.ts';
import { eventStreamType } from '../wire/notices/event-stream.ts';
import { stateRecord } from '../wire/orders/order-record.ts';
import { byOrderId } from '../wire/orders/order-schemas.ts';

/** How an order goes on, told as it happens. */
export function orderEvents(times: EventTimes = {}) {
  const { lookEveryMs, heartbeatMs, mostMs } = { ...usualTimes, ...times };
  const followed = followOrders({ intervalMs: lookEveryMs });
  const open = countStreams();
  return operation({
    summary: "An order's progress as server-sent events",
    description:
      'The first event is the state now, each further one a change; the stream ends after the event of the end, and ' +
      'after five minutes. A reader that comes back with `Last-Event-ID` is told only what it has not seen; ' +
      'when there is nothing more to come it is 204, so that it does not come back. At most 20 at a time.',
    tag: 'Order',
    params: byOrderId,
    contentType: eventStreamType,
    isCompressed: false,
    errors: [404],
    answers: { 200: Type.Unknown({ description: 'The data of each event is the state of the order.' }), 204: null },
    handle: async (service, call) => {
      const order = await findOrder(service, call.principal, call.params.id);
      const isSeen = call.request.headers['last-event-id'] === markOf(order);
      if (isSeen && isFinal(order.state)) return void call.reply.code(204).send();
      void call.reply.headers(streamHeaders);
      if (call.request.method === 'HEAD') return Readable.from([]);
      const follow = ({ tell, end }: EventTeller) => {
        const tellState = (state: OrderProgress) =>
          tell({ id: markOf(state), data: stateRecord(state, service.clock.nowMs()) });
        if (!isSeen) tellState(order);
        if (isFinal(order.state)) end();
        return followed.follow(service, order, (state) => (state === null ? end() : tellState(state)));
      };
      return streamEvents(service, call, { open, follow, heartbeatMs, mostMs });
    },
  });
}
