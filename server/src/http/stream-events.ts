import { Readable } from 'node:stream';
import type { Service } from '../service.ts';
import { minuteMs, secondMs } from '../shared/clock.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Call } from './route.ts';
import { eventStreamType, eventText, heartbeat, opening } from './wire/notices/event-stream.ts';

export type EventTimes = { readonly lookEveryMs?: number; readonly heartbeatMs?: number; readonly mostMs?: number };

/** Readers come back by themselves after the longest time, and show their credential anew. */
export const usualTimes: Required<EventTimes> = {
  lookEveryMs: secondMs,
  heartbeatMs: 15 * secondMs,
  mostMs: 5 * minuteMs,
};

export const streamHeaders = {
  'content-type': eventStreamType,
  'cache-control': 'private, no-store',
  // A connection kept alive behind an ended stream would hold up a stop of the service.
  connection: 'close',
  'x-accel-buffering': 'no',
};

/** Whoever reads slower than this is gone, or might as well be. */
const mostUnread = 65_536;

/** What its reader is told by. */
export type EventTeller = {
  tell(event: { readonly id: string; readonly data: unknown }): void;
  end(): void;
};

export type Streaming = Pick<Required<EventTimes>, 'heartbeatMs' | 'mostMs'> & {
  readonly open: OpenStreams;
  /** Begins to tell; the answer ends it. */
  readonly follow: (teller: EventTeller) => () => void;
};

/** Events as they happen, until there is nothing more to tell, nobody who may hear it, or the time is over. */
export function streamEvents(
  service: Pick<Service, 'clock'>,
  { principal, request }: Pick<Call, 'principal' | 'request'>,
  { open, follow, heartbeatMs, mostMs }: Streaming,
): Readable {
  const release = open.take(principal.account.id);
  const stream = new Readable({ read() {} });
  let hasEnded = false;
  const send = (text: string) => {
    if (hasEnded) return;
    stream.push(text);
    if (stream.readableLength > mostUnread) stream.destroy();
  };
  const end = () => {
    if (!hasEnded) stream.push(null);
    hasEnded = true;
  };
  /** A store that does not answer says nothing about the credential. */
  const isAllowed = () => request.server.isStillAdmitted(request).catch(() => true);
  let last = Promise.resolve();
  /** One after the other, each only to whoever may still hear it: a credential may have ended since the last. */
  const inTurn = (step: () => void) => {
    last = last.then(async () => ((await isAllowed()) ? step() : end()));
  };
  send(opening);
  const unfollow = follow({
    end: () => inTurn(end),
    tell: ({ id, data }) => inTurn(() => send(eventText({ id, data: JSON.stringify(data) }))),
  });
  const beat = setInterval(() => inTurn(() => send(heartbeat)), heartbeatMs);
  const leftMs = Math.max(0, principal.credential.expiresAtMs - service.clock.nowMs());
  const limit = setTimeout(end, Math.min(mostMs, leftMs));
  return stream.once('close', () => {
    hasEnded = true;
    clearInterval(beat);
    clearTimeout(limit);
    unfollow();
    release();
  });
}
