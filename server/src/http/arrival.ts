import type { IncomingMessage } from 'node:http';
import { dayMs, minuteMs, secondMs } from '../shared/clock.ts';

/** For all of a body; of a file that is sent, for a pause in it. */
export const arrivalMs = 2 * minuteMs;
/** For all of a file, however steadily it comes. */
export const longestArrivalMs = dayMs;
/** For the answer to get there. */
const lastWordMs = 5 * secondMs;

type Arrival = { readonly withinMs: number; readonly cutOff: () => void; timer: NodeJS.Timeout };

const arrivals = new WeakMap<IncomingMessage, Arrival>();

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** A body that is not there in time is refused. Node's own limit is one for all requests. */
export function boundArrival(request: IncomingMessage, withinMs: number, tooSlow: () => void): void {
  if (!hasBody(request)) return;
  const cutOff = () => {
    if (request.complete) return;
    tooSlow();
    // Who does not hang up by itself would keep what waits for the rest.
    setTimeout(() => request.socket.destroy(), lastWordMs).unref();
  };
  const arrival = { withinMs, cutOff, timer: setTimeout(cutOff, withinMs).unref() };
  arrivals.set(request, arrival);
  request.once('close', () => clearTimeout(arrival.timer));
}

/** A file may take as long as its line does, while it comes. */
export function awaitFile(request: IncomingMessage): void {
  const arrival = arrivals.get(request);
  if (arrival === undefined) return;
  const { socket } = request;
  let seen = socket.bytesRead;
  const look = () => {
    if (socket.bytesRead === seen) return arrival.cutOff();
    seen = socket.bytesRead;
    lookLater();
  };
  const lookLater = () => void (arrival.timer = setTimeout(look, arrival.withinMs).unref());
  clearTimeout(arrival.timer);
  lookLater();
}
