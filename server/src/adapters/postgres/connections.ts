import { type Pool, type PoolClient, type QueryConfig, TypeOverrides } from 'pg';
import type { Log } from '../../shared/log.ts';
import { explain } from './unavailable.ts';

const int8 = 20;

/** Times and counts fit a number; only this service's connections read int8 so. */
export const types = new TypeOverrides();
types.setTypeParser(int8, Number);

/** A server that went without a word (power, network) is noticed by connections that wait or rest. */
export const probing = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A statement whose answer is waited for no longer than this: of a server that is gone nothing else may tell. */
export const within = <Q extends QueryConfig>(mostMs: number, query: Q): Q => ({ ...query, query_timeout: mostMs });

const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** For steps of the schema: they may take minutes, and so may the wait for another node that is at them. */
export const beginPatiently = 'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0';

/** To begin takes a living server no time, whatever comes after it. */
const usualBeginMs = 10_000;

/** The pool, whose connections may be lost without an end of the process. */
export function outlivingLosses(pool: Pool, log: Log): Pool {
  // An idle connection that drops is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn('an idle database connection was lost', { error: error.message }));
  // One that drops while a transaction has it fails the transaction's query; its own event would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** What the driver throws as callers are to see it. */
export async function explaining<T>(work: () => Promise<T>, told = explain): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw told(error);
  }
}

/** One transaction on one connection, which is given back whatever happens. */
export async function transaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
  beforeRelease: () => Promise<unknown> = async () => {},
  beginMs = usualBeginMs,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(within(beginMs, { text: begin }));
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isSilence(error)) broken = error as Error;
    else await client.query('ROLLBACK').catch((failed: Error) => (broken = failed));
    throw error;
  } finally {
    await beforeRelease();
    client.release(broken);
  }
}
