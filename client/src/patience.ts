import { ConnectionError, SwathError } from './errors.ts';
import type { Question, Sender } from './transport.ts';

export type Patience = {
  /** How often a call is sent at most; 1 never tries again. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** A service that asks for more is not waited for. */
  readonly longestDelayMs: number;
};

export const usualPatience: Patience = { attempts: 4, firstDelayMs: 500, longestDelayMs: 60_000 };

/** A sender that tries again what may pass: after the time that the service asks for, else after ever longer times. */
export function patient(sender: Sender, patience: Patience): Sender {
  async function trying<Q extends Question, T>(question: Q, ask: (question: Q) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await ask(question);
      } catch (error) {
        const delayMs = tried >= patience.attempts ? null : delayAfter(error, question, tried, patience);
        if (delayMs === null) throw error;
        await sleep(delayMs, question.signal);
      }
    }
  }
  return {
    send: (call) => trying(call, sender.send),
    open: (question) => trying(question, sender.open),
  };
}

const passing = new Set([502, 503, 504]);

/** Nobody answers, or says that nobody can for now: as it is while a service is restarted. */
export const isAway = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof SwathError && passing.has(error.status));

/** Null where trying again is of no use, or could do a thing twice. */
function delayAfter(error: unknown, question: Question, tried: number, patience: Patience): number | null {
  const isRepeatable = question.isRepeatable ?? question.method === 'GET';
  const mayPass = (error instanceof SwathError && error.status === 429) || (isRepeatable && isAway(error));
  if (!mayPass) return null;
  const askedMs = error instanceof SwathError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1_000 : 0;
  if (askedMs > patience.longestDelayMs) return null;
  // Spread, so that clients that failed together do not come back together.
  const ownMs = Math.min(patience.firstDelayMs * 2 ** (tried - 1), patience.longestDelayMs) * (0.5 + Math.random() / 2);
  return Math.max(askedMs, ownMs);
}

export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
