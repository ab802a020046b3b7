import type { FastifyReply } from 'fastify';

/** Fires when the connection ends before the answer is sent, so that nobody works for a caller who has gone. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** What the answer's bytes stand in may be used again once they are sent, or nobody takes them. */
export const lentUntilSent =
  ({ raw }: FastifyReply) =>
  (giveBack: () => void): void => {
    if (raw.closed) giveBack();
    else raw.once('close', giveBack);
  };
