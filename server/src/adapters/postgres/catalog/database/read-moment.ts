import type { StopSignal } from '../../../../shared/stop-signal.ts';
import type { Pool } from 'pg';
import type { ReadOptions } from '../../../../catalog/ports.ts';
import { createLanes } from '../../../../shared/lanes.ts';
import { abortError, tooSlow } from '../../../sql/search/search-limits.ts';
import { explain, explainReplica } from '../../unavailable.ts';
import { transaction, within } from '../../connections.ts';
import { type Query, queryOn } from './query.ts';

/** Reads one moment of the catalogue, however many statements it takes. */
export type ReadMoment = <T>(options: ReadOptions | undefined, read: (query: Query) => Promise<T>) => Promise<T>;

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** However long searches take, what is no search finds a connection. */
const queue = { mostWaiting: 1_000, refusal: { reason: 'too many searches wait', retryAfterSeconds: 1 } };

/** A search that was told to stop has ended by then, unless its server is gone. */
const afterwardsMs = 10_000;

export type MomentOptions = {
  readonly timeoutMs: number;
  readonly isReplica: boolean;
  /** How many have a connection; the others wait, which takes nothing of their time. */
  readonly atOnce?: number;
};

/** `control` has connections of its own: whoever stops a search must not wait behind searches. */
export function momentsOn(
  pool: Pool,
  control: Pool,
  { timeoutMs, isReplica, atOnce = Infinity }: MomentOptions,
): ReadMoment {
  const told = isReplica ? explainReplica : explain;
  const inTurn = createLanes({ width: atOnce, ...queue });

  async function readNow<T>(signal: StopSignal | undefined, read: (query: Query) => Promise<T>): Promise<T> {
    let stopped: Error | null = null;
    let pid: number | null = null;
    let cancelling: Promise<unknown> = Promise.resolve();
    const stop = (reason: Error) => {
      stopped ??= reason;
      if (pid !== null) cancelling = cancel(control, pid);
    };
    const abort = () => stop(abortError(signal!));
    const timer = setTimeout(() => stop(tooSlow()), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await transaction(
        pool,
        begin,
        (client) => {
          pid = (client as unknown as { processID: number }).processID;
          const query = queryOn(client, timeoutMs + afterwardsMs);
          return read((text, params) => (stopped === null ? query(text, params) : Promise.reject(stopped)));
        },
        () => {
          pid = null;
          return cancelling;
        },
      );
    } catch (error) {
      throw stopped ?? told(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  return async (options, read) => {
    const signal = options?.signal;
    if (signal?.aborted) throw abortError(signal);
    return inTurn(() => readNow(signal, read), signal);
  };
}

async function cancel(control: Pool, pid: number): Promise<void> {
  try {
    await control.query(within(5_000, { text: 'SELECT pg_cancel_backend($1)', values: [pid] }));
  } catch {
    // Out of reach: the connection of the search will say so too.
  }
}
