import type { FastifyReply } from 'fastify';

/** Fires when the connection ends before the answer is sent, so that nobody works for a caller who has gone. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
