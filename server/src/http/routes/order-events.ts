import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { findOrder } from '../../orders/find-order.ts';
import { type FollowedOrders, followOrders, markOf } from '../../orders/follow-order.ts';
import { isFinal } from '../../orders/order.ts';
import type { OrderProgress } from '../../orders/ports.ts';
import type { Service } from '../../service.ts';
import { minuteMs, secondMs } from '../../shared/clock.ts';
import { type OpenStreams, countStreams } from '../open-streams.ts';
import { type Call, operation } from '../route.ts';
import { eventStreamType, eventText, heartbeat, opening } from '../wire/event-stream.ts';
import { stateRecord } from '../wire/order-record.ts';
import { byOrderId } from '../wire/order-schemas.ts';

export type EventTimes = { readonly lookEveryMs?: number; readonly heartbeatMs?: number; readonly mostMs?: number };

/** Whoever reads slower than this is gone, or might as well be. */
const mostUnread = 65_536;

const streamHeaders = {
  'content-type': eventStreamType,
  'cache-control': 'private, no-store',
  // A connection kept alive behind an ended stream would hold up a stop of the service.
  connection: 'close',
  'x-accel-buffering': 'no',
};

/** How an order goes on, told as it happens. */
export function orderEvents({
  lookEveryMs = secondMs,
  heartbeatMs = 15 * secondMs,
  // Readers come back by themselves, and show their credential anew.
  mostMs = 5 * minuteMs,
}: EventTimes = {}) {
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
      return eventStream(service, call, order, { followed, open, isSeen, heartbeatMs, mostMs });
    },
  });
}

type Following = Required<Pick<EventTimes, 'heartbeatMs' | 'mostMs'>> & {
  readonly followed: FollowedOrders;
  readonly open: OpenStreams;
  readonly isSeen: boolean;
};

function eventStream(
  service: Service,
  { principal }: Pick<Call, 'principal'>,
  first: OrderProgress,
  following: Following,
) {
  const { followed, open, isSeen, heartbeatMs, mostMs } = following;
  const release = open.take(principal.account.id);
  const stream = new Readable({ read() {} });
  let hasEnded = false;
  const send = (text: string) => {
    if (hasEnded) return;
    stream.push(text);
    if (stream.readableLength > mostUnread) stream.destroy();
  };
  const tell = (order: OrderProgress) =>
    send(eventText({ id: markOf(order), data: JSON.stringify(stateRecord(order, service.clock.nowMs())) }));
  const end = () => {
    if (!hasEnded) stream.push(null);
    hasEnded = true;
  };
  send(opening);
  if (!isSeen) tell(first);
  if (isFinal(first.state)) end();
  const unfollow = followed.follow(service, first, (order) => (order === null ? end() : tell(order)));
  const beat = setInterval(() => {
    send(heartbeat);
    void isStillThere(service, principal.account.id).then((isThere) => isThere || end());
  }, heartbeatMs);
  const leftMs = Math.max(0, principal.credential.expiresAtMs - service.clock.nowMs());
  const limit = setTimeout(end, Math.min(mostMs, leftMs));
  return stream.once('close', () => {
    clearInterval(beat);
    clearTimeout(limit);
    unfollow();
    release();
  });
}

/** A store that does not answer says nothing about the account. */
const isStillThere = ({ accounts }: Pick<Service, 'accounts'>, id: string): Promise<boolean> =>
  accounts.byId(id).then(
    (member) => member?.account.isActive === true,
    () => true,
  );
