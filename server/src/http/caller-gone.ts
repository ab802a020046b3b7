import type { FastifyReply } from 'fastify';
import { Stop, type StopSignal } from '../shared/stop-signal.ts';

/** Fires when the connection ends before the answer is sent, so that nobody works for a caller who has gone. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenGone(raw, () => gone.abort());
  return gone.signal;
}

/** The same for reads of the catalogue, which are many and ask no more of it. */
export function readerGone({ raw }: FastifyReply): StopSignal {
  const gone = new Stop();
  whenGone(raw, () => gone.stop());
  return gone;
}

function whenGone(raw: FastifyReply['raw'], stop: () => void): void {
  raw.once('close', () => {
    if (!raw.writableFinished) stop();
  });
}

/** What the answer's bytes stand in may be used again once they are sent, or nobody takes them. */
export const lentUntilSent =
  ({ raw }: FastifyReply) =>
  (giveBack: () => void): void => {
    if (raw.closed) giveBack();
    else raw.once('close', giveBack);
  };
